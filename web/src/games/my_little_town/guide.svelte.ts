/** What the board knows of the hand between two moves, for the banner and the lesson. */
class Guide {
  said = $state(""); // beside the usual prompt, after a tap that was not enough; the banner shows and reads it
  doing = $state<"turn" | "row" | "check" | null>(null); // a tile lies in a place; figures look for a spot, or have one
}

export const guide = new Guide();
