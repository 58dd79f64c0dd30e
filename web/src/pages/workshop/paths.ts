/** Values at paths: read, and changed in a copy that shares all that did not change. */
import { isTable, type Path, type Tree, type Value } from "./form";

export function at(tree: Value | undefined, path: Path): Value | undefined {
  return path.reduce<Value | undefined>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isTable(value) ? value[String(step)] : undefined;
  }, tree);
}

/** The tree with another value at a path; `undefined` takes away what is there. */
export function put<T extends Value>(tree: T, path: Path, value: Value | undefined): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  const below = rest.length ? put(at(tree, [step]) ?? {}, rest, value) : value;
  if (Array.isArray(tree)) {
    const list = [...tree];
    if (below === undefined) list.splice(Number(step), 1);
    else list[Number(step)] = below;
    return list as Value as T;
  }
  const { [String(step)]: _, ...others } = tree as Tree;
  if (below === undefined) return others as Value as T;
  return { ...(tree as Tree), [String(step)]: below } as Value as T;
}

/** The tree with one more entry in the list at a path. */
export function insert<T extends Value>(tree: T, path: Path, place: number, value: Value): T {
  const list = at(tree, path);
  const entries = Array.isArray(list) ? list : [];
  return put(tree, path, [...entries.slice(0, place), value, ...entries.slice(place)]);
}

export const same = (one: Path, other: Path): boolean =>
  one.length === other.length && one.every((step, place) => step === other[place]);

/** Whether a path leads to or through another. */
export const under = (path: Path, above: Path): boolean =>
  above.length <= path.length && above.every((step, place) => step === path[place]);

/** Whether two values are the same; the order of keys does not matter. */
export function equal(one: Value | undefined, other: Value | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, place) => equal(value, other[place]));
  if (!isTable(one) || !isTable(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && equal(one[key], other[key]))
  );
}
