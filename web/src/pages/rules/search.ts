/** Finding words in the rules: without regard to accents, case and kinds of apostrophes. */

/** A text for comparing, letter by letter as long as the text itself. */
export function folded(text: string): string {
  return Array.from(text, (letter) => {
    const plain = letter
      .normalize("NFD")
      .replace(/\p{Mn}/gu, "")
      .toLowerCase()
      .replace("’", "'");
    return plain.length === letter.length ? plain : letter;
  }).join("");
}

export type Piece = { text: string; found: boolean };

const words = (query: string): string[] => folded(query).split(/\s+/).filter(Boolean);

/** Whether every word of a query is in a text. */
export function matches(text: string, query: string): boolean {
  const plain = folded(text);
  return words(query).every((word) => plain.includes(word));
}

/** A text in pieces, those that were looked for marked. */
export function pieces(text: string, query: string): Piece[] {
  const plain = folded(text);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words(query))
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      marked.fill(true, at, at + word.length);
  const result: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = result.at(-1);
    if (last && last.found === marked[at]) last.text += text[at];
    else result.push({ text: text[at]!, found: marked[at]! });
  }
  return result;
}
