/** French before a name: "d’Anna", "de Ben". The server has the same in core/text.py. */

/**
 * Vowels; a y before a consonant (Yves, not Yann); the h of most French names (Hélène, Hugo; not Hans). A single letter
 * is no word.
 */
const VOWEL =
  /^(?!onz|oui|un$|her(?:is|os)|[a-z]\d*$)(?:[aeiouœæ]|y[^aeiou]|h(?:a[bd]|e[clnru]|i[lps]|o[mnrt](?!g)|u[bg]|y[ap]))/;

const elides = (word: string): boolean =>
  VOWEL.test(word.slice(0, 8).toLowerCase().normalize("NFKD").replace(/\p{M}/gu, ""));

/** What messages are given: the name, and with what stands before it where something is somebody's in French. */
export const withOf = (name: string): { name: string; of: string } => ({ name, of: of(name) });
export const of = (name: string): string => (elides(name) ? `d’${name}` : `de ${name}`);
