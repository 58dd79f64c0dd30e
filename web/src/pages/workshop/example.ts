/** A small box and its form, for tests. */
import type { TableNode, Tree } from "./form";

const both = (en: string, fr = en) => ({ en, fr });

export const FORM: TableNode = {
  type: "table",
  fields: [
    {
      key: "game",
      node: {
        type: "table",
        label: both("The whole game"),
        fields: [
          { key: "coins", node: { type: "whole", least: 0, most: 9, label: both("Coins") } },
          { key: "calm", node: { type: "flag", label: both("Calm") } },
        ],
      },
    },
    {
      key: "tiles",
      node: {
        type: "table",
        fields: [
          {
            key: "district",
            node: {
              type: "list",
              least: 1,
              most: 3,
              item: both("tile", "tuile"),
              of: {
                type: "squares",
                rows: 2,
                columns: 2,
                letters: [
                  { letter: "X", label: both("pit") },
                  { letter: "M", label: both("moor") },
                ],
              },
            },
          },
        ],
      },
    },
    {
      key: "card",
      node: {
        type: "list",
        label: both("Cards"),
        least: 1,
        most: 4,
        item: both("card", "carte"),
        of: {
          type: "table",
          fields: [
            { key: "id", node: { type: "id" } },
            { key: "en", node: { type: "text", longest: 20 }, optional: true },
            { key: "cost", node: { type: "whole", least: 1, most: 9, label: both("Cost") } },
            {
              key: "numbers",
              node: {
                type: "list",
                least: 1,
                most: 3,
                different: true,
                of: { type: "whole", least: 1, most: 14 },
              },
            },
            {
              key: "deck",
              node: { type: "whole", least: 0, most: 5 },
              when: { id: ["mine"] },
              optional: true,
            },
            {
              key: "effect",
              node: {
                type: "union",
                tag: "kind",
                variants: {
                  income: {
                    type: "table",
                    label: both("Coins from the bank"),
                    fields: [
                      { key: "coins", node: { type: "whole", least: 1, most: 9, label: both("Coins") } },
                      {
                        key: "needs",
                        node: { type: "reference", to: "card", label: both("needs") },
                        optional: true,
                      },
                    ],
                  },
                  fee: {
                    type: "table",
                    label: both("Coins of another"),
                    with: { id: ["mine"] },
                    fields: [
                      {
                        key: "coins",
                        node: {
                          type: "either",
                          label: both("Coins"),
                          of: [
                            { type: "whole", least: 1, most: 9 },
                            { type: "choice", among: [{ value: "all", label: both("everything") }] },
                          ],
                        },
                      },
                    ],
                  },
                },
              },
            },
          ],
        },
      },
    },
  ],
};

export const BOX: Tree = {
  game: { coins: 3, calm: false },
  tiles: { district: ["XM/XX", "MM/XX"] },
  card: [
    { id: "mine", en: "Mine", cost: 6, numbers: [9], deck: 2, effect: { kind: "income", coins: 5 } },
    { id: "cafe", en: "Café", cost: 2, numbers: [3, 4], effect: { kind: "fee", coins: "all" } },
  ],
};
