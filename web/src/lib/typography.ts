/** French puts a space before some marks and inside quotation marks, and no line may break there. */
const SPACE = "\u202f"; // narrow, and never broken

export const unbroken = (french: string): string =>
  french.replace(/[ \u00a0](?=[?!;:»])/gu, SPACE).replace(/(?<=«)[ \u00a0]/gu, SPACE);
