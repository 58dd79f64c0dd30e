/** A vite plugin: compresses every built text with gzip and brotli, for the server to choose from. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = /\.(html|js|css|svg|json|webmanifest|txt)$/;
const SMALL = 600; // bytes that are not worth packing

export function compression(): Plugin {
  let folder = "";
  return {
    name: "compression",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    async closeBundle() {
      for (const name of await readdir(folder, { recursive: true })) {
        if (!TEXTS.test(name)) continue;
        const path = join(folder, name);
        const plain = await readFile(path);
        if (plain.length < SMALL) continue;
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(`${path}.br`, brotliCompressSync(plain, { params: quality }));
        await writeFile(`${path}.gz`, gzipSync(plain, { level: 9 }));
      }
    },
  };
}
