import react from "@vitejs/plugin-react";
import { defaultClientConditions, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.SPYHOP_URL ?? "http://127.0.0.1:4747";

const FONT = /inter-latin-opsz-normal.*\.woff2$/;

/** The browser fetches the font together with the page: text is drawn in it from the start. */
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

export default defineConfig({
  plugins: [react(), preloadFont()],
  resolve: { conditions: ["spyhop-source", ...defaultClientConditions] },
  build: {
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The page's policy allows fonts and styles from its own origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: true,
    // Calls of a few lines each: together they are smaller than as files of their own.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "calls", test: /sdk-ts[\\/]src/ }] } } },
  },
  // The name is kept: the server compares it with the origin of the page.
  server: {
    proxy: { "/api": { target: server, changeOrigin: false }, "/docs": { target: server, changeOrigin: false } },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/ui/dom.test-setup.ts"],
    css: false,
  },
  ssr: { resolve: { conditions: ["spyhop-source"] } },
});
