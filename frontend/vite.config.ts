import react from "@vitejs/plugin-react";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.SPYHOP_URL ?? "http://127.0.0.1:4747";

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ["spyhop-source", ...defaultClientConditions] },
  build: {
    target: "es2023",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // The page's policy allows fonts and styles from its own origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: true,
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
