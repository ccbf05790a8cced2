import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SERVER = "http://127.0.0.1:8123";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/ferrovia/server/static",
    emptyOutDir: true,
    manifest: true, // the server tells a browser ahead what the page of a game will need
    // The content security policy forbids inline data: every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
  },
  server: {
    proxy: {
      "/api": SERVER,
      "/schema": SERVER,
    },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.ts"],
    css: true, // the colours are tested
  },
});
