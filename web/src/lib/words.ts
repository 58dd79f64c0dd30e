/** Words for the dice: each is sealed by its SHA-256 before any is seen. Pages in a home network have no
 * `crypto.subtle` (there is no TLS), so the hash is worked out here. */

const LONGEST = 32; // letters that somebody typed

/** A word that nobody can guess: what was typed, if anything, and 128 random bits. */
export function newWord(typed = ""): string {
  const random = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return [cleaned(typed), random.join("")].filter(Boolean).join(" ");
}

/** What was typed, as a saved game can keep it. */
const cleaned = (typed: string): string =>
  [...typed.normalize("NFC").replace(/[,=#]|[^\p{L}\p{N}\p{P}\p{S}]/gu, " ")]
    .slice(0, LONGEST)
    .join("")
    .split(/ +/)
    .filter(Boolean)
    .join(" ");

/** The part of a word that somebody typed. */
export const typedPart = (word: string): string => word.replace(/(^| )[0-9a-f]{32}$/, "");

const primes = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: n }, (_, d) => d).every((d) => d < 2 || n % d !== 0),
);
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = primes.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** SHA-256 (FIPS 180-4) of a text in UTF-8, as 64 hexadecimal digits. */
export function sealOf(word: string): string {
  const text = new TextEncoder().encode(word);
  const padded = new Uint8Array((Math.floor((text.length + 8) / 64) + 1) * 64);
  padded.set(text);
  padded[text.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 4, text.length * 8);
  const hash = Int32Array.from(START);
  for (let block = 0; block < padded.length; block += 64) compress(hash, data, block);
  return [...hash].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}

function compress(hash: Int32Array, data: DataView, block: number): void {
  const w = new Int32Array(64);
  for (let t = 0; t < 64; t++) {
    if (t < 16) w[t] = data.getInt32(block + 4 * t);
    else {
      const [early, late] = [w[t - 15]!, w[t - 2]!];
      const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      w[t] = w[t - 16]! + small + w[t - 7]! + large;
    }
  }
  let [a, b, c, d, e, f, g, h] = [...hash] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let t = 0; t < 64; t++) {
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[t]! + w[t]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((part, index) => (hash[index]! += part));
}
