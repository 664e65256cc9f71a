import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, type Plugin, type Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { pages, paths } from "./src/app/pages.ts";
import { patience } from "./src/ui/patience.test-setup.ts";

const server = process.env.SPYHOP_URL ?? "http://127.0.0.1:4747";

/** The file for the results of the tests, for programs. */
const pageReport = process.env.SPYHOP_TEST_PAGE_REPORT;

const FONT = /inter-latin-opsz-normal.*\.woff2$/;

/** Preloads the font with the page, so that the first paint uses it. */
const preloadFont = (): Plugin => ({
  name: "preload-font",
  transformIndexHtml: {
    order: "post",
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => FONT.test(name))
        .map((name) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${name}`, crossorigin: "" },
          injectTo: "head",
        })),
  },
});

/** Smaller files are sent as they are. The server fills metadata into index.html. */
const COMPRESSED = { bytes: 1024, name: /\.(?:js|css|svg)$/ };

/** Writes a compressed file beside each script and style, which the server sends as it is. */
const compressFiles = (): Plugin => ({
  name: "compress-files",
  apply: "build",
  writeBundle({ dir = "" }, bundle) {
    for (const name of Object.keys(bundle).filter((name) => COMPRESSED.name.test(name))) {
      const plain = readFileSync(join(dir, name));
      if (plain.length >= COMPRESSED.bytes) writeFileSync(join(dir, `${name}.br`), brotliCompressSync(plain));
    }
  },
});

/** Writes the paths of the page, which the server serves. */
const writePaths = (): Plugin => ({
  name: "write-paths",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "paths.json", source: JSON.stringify(paths()) });
  },
});

const ROUTER = fileURLToPath(new URL("../node_modules/react-router/dist/production/index.mjs", import.meta.url));

const start = (name: string) => fileURLToPath(new URL(`src/app/${name}.tsx`, import.meta.url));
const MAIN = start("main");
const WELCOME = start("WelcomeRoute");
const HOME = start("HomeRoute");
const SHARED = start("SharedRoute");
const SHELL = start("Shell");
const STARTS = [MAIN, WELCOME, SHARED, SHELL, ...pages.map(({ file }) => start(file))];

/** The calls of the SDK that Welcome does not need. The SDK exports all calls from one file, so that importers do not tell. */
const LATER_CALLS =
  /\/sdk-ts\/src\/(?:events|event-stream|generated\/(?:asset|currency|figure|health|ledger|privacy|share|sync|transaction|upload|wallet|world)\/)/;

/** The calls of Profile and of signing in, which Home does not need either. */
const PERSON_CALLS = /\/sdk-ts\/src\/(?:download|upload|generated\/(?:api-key|attachment|feedback|person)\/)/;

/** The calls of the pages of exchanges, insights, reports and protocols, which Home loads after its first screen, if at all. */
const REPORT_CALLS = /\/sdk-ts\/src\/generated\/(?:exchange|insight|protocol|report)\//;

/** The code of others, which changes seldom: a file of its own stays in the caches of browsers. */
const LIBRARY = /\/node_modules\//;

/** What dialogs that are loaded later have in common. */
const SHARED_PARTS = /\/frontend\/src\/ui\//;

/**
 * Returns the chunk of a module that pages share. A few chunks compress better than many small ones: each page loads those
 * of its first screen and none that only other pages need. Lazy components keep chunks of their own.
 */
const fileOf: Rolldown.CodeSplittingNameFunction = (id, context) => {
  if (PERSON_CALLS.test(id)) return "person-calls";
  if (REPORT_CALLS.test(id)) return "report-calls";
  if (LATER_CALLS.test(id)) return "calls";
  const takers = new Set([id]);
  for (const taker of takers)
    for (const importer of context.getModuleInfo(taker)?.importers ?? []) takers.add(importer);
  const pages = STARTS.filter((page) => takers.has(page));
  if (pages.includes(id)) return null;
  if (LIBRARY.test(id) && (pages.includes(MAIN) || pages.includes(WELCOME))) return "libraries";
  return pages.length === 0 ? (SHARED_PARTS.test(id) ? "parts" : null) : fileOfPages(pages);
};

/** Returns the chunk of the modules that these pages have in common. */
function fileOfPages(pages: readonly string[]): string | null {
  // Welcome shares its form with dialogs.
  if (pages.length === 1 && pages[0] === WELCOME) return "welcome";
  if (pages.includes(MAIN) || pages.includes(WELCOME)) return "base";
  if (pages.includes(HOME) && pages.every((page) => page === HOME || page === SHARED)) return "portfolio";
  // Modules that neither the shell nor Home needs are left to the default chunking.
  return pages.length > 1 && (pages.includes(SHELL) || pages.includes(HOME)) ? "frame" : null;
}

/** A hash of the file path, so that the same class name in two files gives two classes. */
const mark = (file: string): string =>
  createHash("sha256")
    .update(relative(import.meta.dirname, file))
    .digest("base64url")
    .slice(0, 4);

export default defineConfig({
  plugins: [react(), preloadFont(), writePaths(), compressFiles()],
  resolve: {
    conditions: ["spyhop-source", ...defaultClientConditions],
    // The package exports only the development build here, which is larger.
    alias: [{ find: /^react-router$/, replacement: ROUTER }],
  },
  css: { modules: { generateScopedName: (name, file) => `${name}_${mark(file)}` } },
  build: {
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The content security policy allows fonts and styles from the own origin only, so nothing may be inlined as a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ debugName: "pages", name: fileOf }] } } },
  },
  // The host name is kept, because the server compares it with the origin of the page.
  server: {
    proxy: Object.fromEntries(
      ["/api", "/docs", "/marks"].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
  test: {
    reporters: pageReport ? ["default", ["json", { outputFile: pageReport }]] : ["default"],
    css: false,
    testTimeout: patience(30_000),
    hookTimeout: patience(30_000),
    expect: { poll: { timeout: patience(15_000) } },
    // By default one core is left idle, which is half of the cores of a small machine.
    maxWorkers: "100%",
    // Files of one process have contexts of their own, but load jsdom once: it takes longer to load than most files to run.
    pool: "vmForks",
    vmMemoryLimit: "700MB",
    // The name of a file decides whether its tests have a DOM.
    projects: [
      {
        extends: true,
        test: {
          name: "dom",
          environment: "jsdom",
          include: ["src/**/*.test.tsx", "src/**/*.dom.test.ts"],
          setupFiles: ["src/ui/dom.test-setup.ts"],
        },
      },
      {
        extends: true,
        test: { name: "plain", environment: "node", include: ["src/**/*.test.ts"], exclude: ["src/**/*.dom.test.ts"] },
      },
    ],
  },
  ssr: { resolve: { conditions: ["spyhop-source"] } },
});
