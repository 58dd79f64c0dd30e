/** Which few values a field may have, where they can be counted on the fingers: then they are shown side by side. */
import { idsOf, type Node, type Tree, type Value } from "../form";

const MOST = 26;

export function valuesOf(node: Node, box: Tree): Value[] | null {
  const found = all(node, box);
  return found && found.length <= MOST ? found : null;
}

function all(node: Node, box: Tree): Value[] | null {
  if (node.type === "choice") return node.among.map(({ value }) => value);
  if (node.type === "reference") return idsOf(box, node.to);
  if (node.type === "whole" && node.most - node.least < MOST)
    return Array.from({ length: node.most - node.least + 1 }, (_, more) => node.least + more);
  if (node.type !== "either") return null;
  const parts = node.of.map((one) => all(one, box));
  return parts.every((part) => part !== null) ? parts.flat() : null;
}
