/**
 * Finding clauses by the words of a question: without regard to accents, case and kinds of apostrophes, by plurals and
 * other endings, by words that mean the same, and with one wrong letter. "who wins" finds who has won.
 */

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

/** Words that carry no meaning of their own in a question. */
const EMPTY = new Set(
  (
    "a an and are at be by can did do does for from has have how i if in is it its many me more much my of on or our the their them " +
    "then there they this to was we what when where which who whose why will with you your " +
    "a ai as au aux avec ce ces cette combien comment d dans de des du elle en es est et il ils j je l la le les leur lequel m ma mes " +
    "mon n ne nous on ou par pas peut peux plus pour pourquoi qu quand que quel quelle quels qui quoi s sa se ses si son sont sur ta te " +
    "tes ton tu un une vos votre vous y"
  ).split(" "),
);

/** Words that mean the same to somebody who asks; each line in both languages. */
const SAME = [
  "win wins won winner winners winning victory gagne gagner gagnant gagnants gagnent gagnee victoire vainqueur vainqueurs remporte",
  "end ends ended ending over finish finishes finished fin finit finie finis termine terminee finale",
  "lose loses lost loser perd perdu perdre perdent",
  "start starts begin begins beginning begun first setup prepare prepared commence commencer debut premier premiere preparation depart demarre",
  "turn turns round rounds tour tours manche manches",
  "die dice roll rolls rolled rolling throw throws thrown de des lance lancer lancent lances jet jets",
  "coin coins money cash pay pays paid cost costs price piece pieces argent paie payer paient cout coute prix",
  "card cards carte cartes deck pioche",
  "build builds built building buy buys construire construit construis construction batir bati acheter achete",
  "draw draws drawn take takes taken pick picks prendre prend prends prise piocher tirer",
  "point points score scores scoring marque marquer compte comptage",
  "tie ties tied equal draw egalite egal egaux ex-aequo",
  "tile tiles tuile tuiles",
  "standee standees figure figures people silhouette silhouettes figurine figurines personnage personnages",
  "block blocks brick bricks cube cubes bloc blocs brique briques",
  "house houses home homes maison maisons",
  "place places put puts lay lays laid position poser pose posee placer placee mettre",
  "landmark landmarks monument monuments sight sights",
  "worker workers ouvrier ouvriers meeple",
  "gnome goblin lutin lutins elf elves",
  "destroy destroys demolish knock tear fall detruit detruire demolir tomber casser",
  "empty none nothing stuck vide rien aucun bloque",
  "pass skip passer passe",
  "player players people joueur joueurs personne personnes",
  "pile stack bag pioche sac tas",
  "row rows column columns rangee rangees colonne colonnes ligne lignes",
  "colour colours color colors couleur couleurs",
].map((line) => line.split(" "));

const synonyms = new Map<string, Set<number>>();
for (const [group, line] of SAME.entries())
  for (const word of line) synonyms.set(word, (synonyms.get(word) ?? new Set()).add(group));

/** A word without the endings of plurals and verbs. */
export function stem(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/(?:aux)$/, "al")
    .replace(/(?:e?s|x)$/, "")
    .replace(/(?:ing|ed|ent|er|ee?)$/, (end, at: number) => (at < 3 ? end : ""));
}

/** Whether two words differ by one letter at most: one more, one less, another one, or two in the wrong order. */
export function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const [rest, others] = [one.slice(at), other.slice(at)];
  const swapped = rest.length > 1 && rest[0] === others[1] && rest[1] === others[0];
  return (
    rest.slice(1) === others.slice(1) ||
    rest.slice(1) === others ||
    rest === others.slice(1) ||
    (swapped && rest.slice(2) === others.slice(2))
  );
}

const LONG = 4; // letters of a word from which on one may be wrong

/** What a word of a question may have meant, if one letter of it is wrong. */
function meant(asked: string): Set<number> {
  const near =
    asked.length >= LONG ? [...synonyms].filter(([word]) => word[0] === asked[0] && isNear(word, asked)) : [];
  return new Set(near.flatMap(([, groups]) => [...groups]));
}

const share = (some: Set<number> | undefined, others: Set<number> | undefined): boolean =>
  !!some && !!others && [...some].some((group) => others.has(group));

/** How well a word of a text answers a word of a question: 0 not at all, 4 the very word. */
function likeness(word: string, asked: string): number {
  if (word === asked) return 4;
  if (stem(word) === stem(asked)) return 3;
  if (share(synonyms.get(word), synonyms.get(asked))) return 2;
  if (asked.length >= 3 && word.startsWith(asked)) return 2;
  if (
    asked.length >= LONG &&
    word[0] === asked[0] &&
    (isNear(word, asked) || isNear(stem(word), stem(asked)))
  )
    return 1;
  return !synonyms.has(asked) && share(synonyms.get(word), meant(asked)) ? 1 : 0;
}

type Word = { word: string; from: number; to: number };

function wordsOf(text: string): Word[] {
  return [...folded(text).matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)].map(({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
  }));
}

/** The words of a question that mean something; all of them where none does. */
export function askedWords(query: string): string[] {
  const all = wordsOf(query).map(({ word }) => word);
  const telling = all.filter((word) => !EMPTY.has(word));
  return telling.length ? telling : all;
}

/** How well a text answers a question: 0 unless every word of it is answered. A heading counts less than the text. */
export function score(text: string, heading: string, query: string): number {
  const asked = askedWords(query);
  const [words, above] = [wordsOf(text), wordsOf(heading)];
  const best = (all: Word[], one: string) => Math.max(0, ...all.map(({ word }) => likeness(word, one)));
  const found = asked.map((one) => Math.max(best(words, one), best(above, one) / 2));
  return asked.length && found.every(Boolean) ? found.reduce((sum, one) => sum + one, 0) : 0;
}

export type Piece = { text: string; found: boolean };

/** A text in pieces, the words that answer a question marked. */
export function pieces(text: string, query: string): Piece[] {
  const asked = askedWords(query);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const { word, from, to } of wordsOf(text))
    if (asked.some((one) => likeness(word, one))) marked.fill(true, from, to);
  const result: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = result.at(-1);
    if (last && last.found === marked[at]) last.text += text[at];
    else result.push({ text: text[at]!, found: marked[at]! });
  }
  return result;
}
