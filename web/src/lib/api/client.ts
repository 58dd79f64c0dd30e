/** The HTTP client: every request of the page. A refusal, or a server out of reach, is a `Problem` in plain words. */
import type { Both, Entry } from "$lib/game";
import { network } from "../network.svelte";
import type { components } from "./schema";

export type Schemas = components["schemas"];
export type GameInfo = Schemas["GameInfo"];
export type Games = Schemas["Games"];
export type Rules = Schemas["Rules"];
export type State = Schemas["State"];
export type TableInfo = Schemas["TableInfo"];
export type NewTable = Schemas["NewTable"];
export type NewKeys = Schemas["NewKeys"];
export type SeatWish = Schemas["SeatWish"];
export type Found = Schemas["Found"];
export type Standings = Schemas["Standings"];
export type Joined = Schemas["Joined"];
export type Moment = Schemas["Moment"];
export type Checked = Schemas["Checked"];
export type Hint = Schemas["Hint"];
export type Review = Schemas["Review"];
export type Reviewing = Schemas["Reviewing"];
export type PuzzleInfo = Schemas["PuzzleInfo"];
export type Lan = Schemas["Lan"];

/** A box: `form` and `data` are those of pages/workshop/form.ts, `box` what boards are given. */
export type PrintedBox = Schemas["PrintedBox"];
export type BoxFault = Schemas["Fault"];
export type BoxChecked = Schemas["BoxChecked"];
export type SharedBox = Schemas["Box"];
export type BoxBody = { game: string; data?: Record<string, unknown>; text?: string };
export type Figure = Schemas["Figure"];
export type StudyBody = Schemas["Ask"];
export type StudyPrice = Schemas["Price"];
export type Study = Omit<Schemas["StudyInfo"], "asked"> & { asked: Required<StudyBody> };
export type StudyReport = Schemas["StudyReport"];
export type StudyVariant = Schemas["VariantReport"];
export type OwnBox = Schemas["OwnBox"];
export type StudyLine = Omit<Schemas["StudyLine"], "asked"> & { asked: Required<StudyBody> };
export type PeopleReport = Schemas["PeopleReport"];
export type StudyDifference = Schemas["Difference"];
export type StudyCurve = Schemas["Curves"];
export type Measure = Schemas["MeasureName"];

/** Why something did not work: a code for the page, and a sentence for people. */
export class Problem extends Error implements Both {
  constructor(
    readonly code: string,
    readonly en: string,
    readonly fr: string,
    readonly clause: string | null = null,
    readonly status = 0,
  ) {
    super(`${code}: ${en}`);
  }
}

const OFFLINE = new Problem(
  "offline",
  "The server can’t be reached. Check the connection and try again.",
  "Le serveur est injoignable. Vérifie la connexion et réessaie.",
);
const STRANGE = new Problem(
  "strange",
  "The server answered something that we don’t understand. Try again in a moment.",
  "Le serveur a répondu quelque chose d’incompréhensible. Réessaie dans un instant.",
);

/** Any mistake as a problem that can be told. */
export function problem(error: unknown): Problem {
  return error instanceof Problem ? error : STRANGE;
}

/** Whether the server understood and said no; anything else went wrong on the way. */
export const isRefusal = (error: unknown): error is Problem => error instanceof Problem && error.status > 0;

type Asked = {
  method?: string;
  body?: unknown;
  key?: string | string[] | null;
  signal?: AbortSignal;
  keepalive?: boolean;
};

async function send(
  path: string,
  { method, body, key, signal, keepalive = false }: Asked,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (key?.length) headers.Authorization = `Bearer ${[key].flat().join(",")}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ?? null,
      keepalive,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    network.heard(false);
    throw OFFLINE;
  }
  network.heard(answer.status < 502 && !answer.headers.has("X-Kept")); // the worker says so of what it kept
  if (answer.ok) return answer;
  const said: Partial<Schemas["Problem"]> | null = await answer.json().catch(() => null);
  if (!said?.code || !said.en || !said.fr) throw answer.status >= 502 ? OFFLINE : STRANGE;
  throw new Problem(said.code, said.en, said.fr, said.clause ?? null, answer.status);
}

async function ask<T>(path: string, asked: Asked = {}): Promise<T> {
  const answer = await send(path, asked);
  try {
    return (await answer.json()) as T;
  } catch {
    throw STRANGE;
  }
}

/** The address of something at a table. */
const at = (id: string, rest = "") => `/api/tables/${encodeURIComponent(id)}${rest}`;

export const api = {
  games: (signal?: AbortSignal) => ask<Games>("/api/games", signal ? { signal } : {}),
  rules: (game: string) => ask<Rules>(`/api/games/${encodeURIComponent(game)}/rules`),
  make: (table: NewTable) => ask<NewKeys>("/api/tables", { body: table }),
  importRecord: (body: Schemas["Import"]) => ask<NewKeys>("/api/tables/import", { body }),
  find: (code: string) => ask<Found>("/api/tables/find", { body: { code } }),
  standings: (tables: Record<string, number>) =>
    ask<Standings>("/api/tables/standings", { body: { tables } }),
  join: (body: Schemas["Join"]) => ask<Joined>("/api/tables/join", { body }),
  look: (id: string) => ask<TableInfo>(at(id)),
  begin: (id: string, host: string) => ask<Schemas["Done"]>(at(id, "/begin"), { method: "POST", key: host }),
  fillSeat: (id: string, seat: string, level: string, host: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/bot`), { method: "PUT", body: { level }, key: host }),
  verify: (record: string) => ask<Checked>("/api/records/verify", { body: { record } }),
  giveSeal: (id: string, seat: string, seal: string, key: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/seal`), { method: "PUT", body: { seal }, key }),
  pickFace: (id: string, seat: string, face: Schemas["FaceBody"]["face"], key: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/face`), { method: "PUT", body: { face }, key }),
  rename: (id: string, seat: string, name: string, key: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/name`), { method: "PUT", body: { name }, key }),
  resign: (id: string, seat: string, key: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/resign`), { body: {}, key }),
  leave: (id: string, seat: string, key: string) =>
    ask<Schemas["Left"]>(at(id, `/seats/${seat}/leave`), { method: "POST", key }),
  comeBack: (id: string, seat: string, key: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/return`), { method: "POST", key }),
  askUndo: (id: string, seat: string, key: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/ask-undo`), { method: "POST", key }),
  answerUndo: (id: string, seat: string, agrees: boolean, key: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/answer-undo`), { body: { agrees }, key }),
  setQuiet: (id: string, on: boolean, host: string) =>
    ask<Schemas["Done"]>(at(id, "/quiet"), { method: "PUT", body: { on }, key: host }),
  openWord: (id: string, seat: string, body: Schemas["WordBody"], key: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/word`), { method: "PUT", body, key }),
  notation: (id: string) => ask<Schemas["AllActions"]>(at(id, "/notation")),
  box: (id: string) => ask<unknown>(at(id, "/box")),
  moment: (id: string, moves: number) => ask<Moment>(at(id, `/moves/${moves}`)),
  entries: (id: string, after: number) => ask<{ entries: Entry[] }>(at(id, `/entries?after=${after}`)),
  hints: (id: string, keys: string[]) =>
    ask<Schemas["Hints"]>(at(id, "/hints"), { method: "POST", key: keys }),
  setPace: (id: string, keys: string[], seconds: number) =>
    ask<Schemas["Done"]>(at(id, "/pace"), { method: "PUT", body: { seconds }, key: keys }),
  handOver: (id: string, keys: string[], seat: string) =>
    ask<Schemas["Done"]>(at(id, `/seats/${seat}/hand-over`), { body: {}, key: keys }),
  /** A move that reaches the server even if the page is closed at once. */
  moveOnLeaving: (id: string, key: string, body: Schemas["MoveBody"]) =>
    void send(at(id, "/moves"), { body, key, keepalive: true }).catch(() => {}),
  rematch: (id: string, keys: string[]) =>
    ask<Schemas["Again"]>(at(id, "/rematch"), { method: "POST", key: keys }),
  /** Ask for a review of a game that is over, or look how far the one is that was asked for. */
  askReview: (id: string) => ask<Reviewing>(at(id, "/review"), { method: "POST" }),
  readReview: (id: string) => ask<Reviewing>(at(id, "/review")),
  printedBox: (game: string) => ask<PrintedBox>(`/api/workshop/${encodeURIComponent(game)}`),
  checkBox: (body: BoxBody) => ask<BoxChecked>("/api/boxes/check", { body }),
  keepBox: (body: BoxBody) => ask<{ digest: string; key: string }>("/api/boxes", { body }),
  ownBoxes: (digests: string[]) => ask<Schemas["OwnBoxes"]>("/api/boxes/mine", { body: { digests } }),
  giveUpBox: (digest: string, key: string) =>
    ask<unknown>(`/api/boxes/${encodeURIComponent(digest)}`, { method: "DELETE", key }),
  boxLesson: (digest: string) => ask<Schemas["BoxLesson"]>(`/api/boxes/${encodeURIComponent(digest)}/lesson`),
  sharedBox: (digest: string) => ask<SharedBox>(`/api/boxes/${encodeURIComponent(digest)}`),
  workshop: () => ask<Schemas["WorkshopInfo"]>("/api/workshop"),
  measures: (game: string) => ask<Schemas["Measures"]>(`/api/workshop/${encodeURIComponent(game)}/measures`),
  askStudy: (body: StudyBody) => ask<{ id: string; key: string }>("/api/studies", { body }),
  priceStudy: (body: StudyBody) => ask<StudyPrice>("/api/studies/price", { body }),
  readStudy: (id: string) => ask<Study>(`/api/studies/${encodeURIComponent(id)}`),
  ownStudies: (ids: string[]) => ask<Schemas["StudyLines"]>("/api/studies/mine", { body: { ids } }),
  people: (game: string, players: number, box: string) =>
    ask<Schemas["PeopleReport"]>(
      `/api/workshop/${encodeURIComponent(game)}/people?players=${players}&box=${encodeURIComponent(box)}`,
    ),
  stopStudy: (id: string, key: string) =>
    ask<unknown>(`/api/studies/${encodeURIComponent(id)}`, { method: "DELETE", key }),
  sheetsAddress: (digest: string, language: string) =>
    `/api/boxes/${encodeURIComponent(digest)}/sheets.pdf?language=${language}`,
  pushOffer: () => ask<Schemas["PushOffer"]>("/api/push"),
  subscribe: (id: string, seat: string, body: Schemas["PushBody"], key: string) =>
    ask<Schemas["PushDevices"]>(at(id, `/seats/${seat}/push`), { method: "PUT", body, key }),
  unsubscribe: (id: string, seat: string, endpoint: string, key: string) =>
    ask<Schemas["PushDevices"]>(at(id, `/seats/${seat}/push/stop`), { body: { endpoint }, key }),
  lan: (id: string) => ask<Lan>(at(id, "/lan")),
  openLan: (id: string, host: string, address: string | null) =>
    ask<Lan>(at(id, "/lan"), { body: { address }, key: host }),
  closeLan: (id: string, host: string) => ask<Lan>(at(id, "/lan"), { method: "DELETE", key: host }),
  challenges: () => ask<Schemas["Challenges"]>("/api/challenges"),
  stars: (id: string) => ask<Schemas["Earned"]>(at(id, "/challenges")),
  puzzles: () => ask<Schemas["Puzzles"]>("/api/puzzles"),
  puzzle: (game: string, number: number) =>
    ask<PuzzleInfo>(`/api/puzzles/${encodeURIComponent(game)}/${number}`),
  puzzleRecord: async (game: string, number: number) =>
    (await send(`/api/puzzles/${encodeURIComponent(game)}/${number}/record`, {})).text(),
  recordAddress: (id: string) => at(id, "/record"),
  /** Where a table's picture is: as pixels, as a drawing, or as a film. */
  pictureAddress: (id: string, file: string, language: string) => at(id, `/${file}?language=${language}`),
  record: async (id: string) => (await send(at(id, "/record"), {})).text(),
};
