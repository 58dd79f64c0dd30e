/** Times in words and figures. */

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A length of time in its largest unit: "2 minutes", « 3 jours ». */
export function inWords(seconds: number, language: string): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[3];
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.floor(seconds / length));
}

/** A clock: "1:05" under an hour, else "3 h" or "2 d" in the language's short form. */
export function asClock(seconds: number, language: string): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 3600) return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  const [unit, length] = whole < 2 * 86_400 ? (["hour", 3600] as const) : (["day", 86_400] as const);
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" });
  return format.format(Math.floor(whole / length));
}
