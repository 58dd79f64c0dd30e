/** How long things move; not at all for who asked for less motion. */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const calm = (): number => (still() ? 0 : 420);
