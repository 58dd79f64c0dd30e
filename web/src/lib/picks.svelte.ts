/** The faces that were picked on this device, for the next table too. */
import { type Animal, understoodPicks } from "./faces";
import { read, write } from "./storage";

const KEPT = "faubourg.faces";
let picked = $state.raw(understoodPicks(read(KEPT)));

addEventListener("storage", (event) => {
  if (event.key === KEPT || event.key === null) picked = understoodPicks(read(KEPT));
});

export const picks = {
  /** By the order of one's own people at a table. */
  get list(): (Animal | null)[] {
    return picked;
  },
  /** Somebody picks a face; whoever had it on this device gets theirs by the seat again. */
  set(nth: number, face: Animal): void {
    const most = Math.max(picked.length, nth + 1);
    picked = Array.from({ length: most }, (_, at) =>
      at === nth ? face : picked[at] === face ? null : (picked[at] ?? null),
    );
    write(KEPT, JSON.stringify(picked));
  },
};
