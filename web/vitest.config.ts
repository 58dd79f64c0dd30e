/** Tests run with the page's own configuration. Apart from it, because building the page needs no Vitest. */
import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config";

export default mergeConfig(page, defineConfig({ test: { include: ["src/**/*.test.ts"] } }));
