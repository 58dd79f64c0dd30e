/** Patches of plain data: what changed of a table's state. The form is in docs/server/live.md, under "Changes". */

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Patch = { [name: string]: Json };

/** What a patch makes of an object or a list, which is not changed itself: what stays the same stays the same object. */
export function apply<T>(old: T, patch: Patch): T {
  return (Array.isArray(old) ? ofList(old, patch) : ofObject(old as Patch, patch)) as T;
}

function ofObject(old: Patch, patch: Patch): Patch {
  const changed = { ...old };
  const after = new Map<string | null, string[]>(); // new members, by the one that they stand after
  let named: string | null = null;
  for (const [name, change] of Object.entries(patch)) {
    if (isGone(change)) {
      delete changed[name];
      continue;
    }
    if (!(name in old)) after.set(named, [...(after.get(named) ?? []), name]);
    changed[name] = changedTo(old[name], change);
    named = name;
  }
  return after.size === 0 || (after.size === 1 && after.has(null)) ? changed : inOrder(old, changed, after);
}

/** Members in the order of the old ones, each followed by the new ones that stand after it. */
function inOrder(old: Patch, changed: Patch, after: Map<string | null, string[]>): Patch {
  const ordered: Patch = {};
  const put = (name: string): void => {
    ordered[name] = changed[name]!;
    after.get(name)?.forEach(put);
  };
  Object.keys(old)
    .filter((name) => name in changed)
    .forEach(put);
  after.get(null)?.forEach(put);
  return ordered;
}

function ofList(old: Json[], patch: Patch): Json[] {
  const changes = Object.entries(patch);
  const gone = new Set(changes.filter(([, change]) => isGone(change)).map(([index]) => Number(index)));
  const changed = old.filter((_, index) => !gone.has(index));
  for (const [index, change] of changes)
    if (!isGone(change)) changed[Number(index)] = changedTo(changed[Number(index)], change);
  return changed;
}

const isGone = (change: Json) => Array.isArray(change) && change.length === 0;

function changedTo(old: Json | undefined, change: Json): Json {
  if (Array.isArray(change)) return change[0]!;
  if (change === null || typeof change !== "object") return change;
  return Object.keys(change).length ? apply(old as Json, change) : old!;
}
