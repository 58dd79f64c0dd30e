/**
 * The message catalogues: every folder of messages/ and the folder `messages` of every game. Written down as the settings
 * of the Paraglide project whenever the page is built or tested, so that a new game is found by its folder.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folders = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** Where the catalogues lie, as the plugin of the message format wants it. */
export function catalogues(web: string): string[] {
  const pages = folders(join(web, "messages")).map((name) => `./messages/${name}`);
  const games = folders(join(web, "src/games"))
    .map((name) => `./src/games/${name}/messages`)
    .filter((path) => existsSync(join(web, path)));
  return ["./messages", ...pages, ...games].map((path) => `${path}/{locale}.json`);
}

/** Writes the project's settings where they have changed; answers the project's folder. */
export function messageProject(web: string): string {
  const project = join(web, "project.inlang");
  const file = join(project, "settings.json");
  const settings = {
    baseLocale: "en",
    locales: ["en", "fr"],
    modules: ["./node_modules/@inlang/plugin-message-format/dist/index.js"],
    "plugin.inlang.messageFormat": { pathPattern: catalogues(web) },
  };
  const text = JSON.stringify(settings, null, 2) + "\n";
  mkdirSync(project, { recursive: true });
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  return project;
}
