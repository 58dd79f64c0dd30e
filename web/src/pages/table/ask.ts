/** Requests to the server that concern a table. A refusal is thrown as the server said it. */
import type { Action, Both } from "$lib/game";
import type { Schemas } from "$lib/api/client";
import type { Moment } from "./past.svelte";

export class Refused extends Error {
  constructor(
    readonly said: Both & { code: string; clause: string | null },
    readonly status: number,
  ) {
    super(said.code);
  }
}

async function ask(method: string, path: string, keys: string[] = [], body?: unknown): Promise<Response> {
  const headers: Record<string, string> = {};
  if (keys.length) headers.Authorization = `Bearer ${keys.join(",")}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Refused(await answer.json(), answer.status);
  return answer;
}

const at = (table: string, path: string) => `/api/tables/${table}/${path}`;

export type Hint = { action: Action; chances: Record<string, number> | null; why: Both };
export type Review = Schemas["Review"];
export type Reviewing = Schemas["Reviewing"];
export type Checked = { holds: boolean; checked: number; said: Both; faults: Both[] };

export const recordAddress = (table: string) => at(table, "record");

export async function readBox(table: string): Promise<unknown> {
  return (await ask("GET", at(table, "box"))).json();
}
export async function readMoment(table: string, moves: number): Promise<Moment> {
  return (await ask("GET", at(table, `moves/${moves}`))).json();
}
export async function askHints(table: string, keys: string[]): Promise<{ number: number; hints: Hint[] }> {
  return (await ask("POST", at(table, "hints"), keys)).json();
}
export async function setPace(table: string, keys: string[], seconds: number): Promise<void> {
  await ask("PUT", at(table, "pace"), keys, { seconds });
}
export async function handOver(table: string, keys: string[], seat: string): Promise<void> {
  await ask("POST", at(table, `seats/${seat}/hand-over`), keys, {});
}
/** The absent people, and for how many seconds more no bot may play for them. */
export async function readAway(table: string): Promise<Record<string, number>> {
  return (await (await ask("GET", `/api/tables/${table}`)).json()).away;
}
export async function askRematch(table: string, keys: string[]): Promise<string> {
  return (await (await ask("POST", at(table, "rematch"), keys)).json()).table;
}
export async function checkFairness(table: string): Promise<Checked> {
  const record = await (await ask("GET", recordAddress(table))).text();
  return (await ask("POST", "/api/records/verify", [], { record })).json();
}
/** Ask for a review of a game that is over, or look how far the one is that was asked for. */
export async function askReview(table: string): Promise<Reviewing> {
  return (await ask("POST", at(table, "review"))).json();
}
export async function readReview(table: string): Promise<Reviewing> {
  return (await ask("GET", at(table, "review"))).json();
}
