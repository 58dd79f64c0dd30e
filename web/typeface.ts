/** A vite plugin: the licence of the typeface is shipped beside it. */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function typeface(): Plugin {
  return {
    name: "typeface",
    apply: "build",
    generateBundle() {
      const licence = new URL("node_modules/@fontsource-variable/nunito/LICENSE", import.meta.url);
      this.emitFile({ type: "asset", fileName: "assets/nunito-license.txt", source: readFileSync(licence) });
    },
  };
}
