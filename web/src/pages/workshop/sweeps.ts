/** Whole numbers of a box that a study can vary, each with its name and the way to it that the lab understands. */
import {
  fieldsOf,
  isTable,
  meant,
  type Node,
  type Path,
  type TableNode,
  type Tree,
  type Value,
  type WholeNode,
} from "./form";
import { at, under } from "./paths";

export type Sweepable = { path: Path; node: WholeNode; value: number };

/** All whole numbers, in the order of the box. */
export function wholes(form: TableNode, box: Tree): Sweepable[] {
  return found(form, box, []);
}

function found(node: Node, value: Value | undefined, path: Path): Sweepable[] {
  const here = meant(node, value);
  if (here.type === "whole") return typeof value === "number" ? [{ path, node: here, value }] : [];
  if (here.type === "list" && Array.isArray(value))
    return here.different ? [] : value.flatMap((one, place) => found(here.of, one, [...path, place]));
  if (here.type === "map" && isTable(value))
    return Object.keys(value).flatMap((key) => found(here.of, value[key], [...path, key]));
  if ((here.type === "table" || here.type === "union") && isTable(value))
    return fieldsOf(here, value).flatMap((field) =>
      found(field.node, value[field.key], [...path, field.key]),
    );
  return [];
}

/** A path as studies write it: "establishment.mine.cost", "objective.3.every". */
export function dotted(box: Tree, path: Path): string {
  const steps = path.map((step, depth) => {
    if (typeof step === "string") return step;
    const entry = at(box, path.slice(0, depth + 1));
    return isTable(entry) && typeof entry.id === "string" ? entry.id : String(step + 1);
  });
  return steps.join(".");
}

/** The numbers that were changed come first: they are what one wonders about. */
export function likelyFirst(all: Sweepable[], changed: Path[]): Sweepable[] {
  const isLikely = ({ path }: Sweepable) => changed.some((one) => under(path, one) || under(one, path));
  return [...all.filter(isLikely), ...all.filter((one) => !isLikely(one))];
}
