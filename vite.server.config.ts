import { defineConfig } from "vite";

/** Bundles our own server code; packages stay in node_modules and are loaded by Node as they are. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    rollupOptions: {
      input: {
        main: "src/gateway/main.ts",
        cli: "src/gateway/cli.ts",
        evaluation: "src/platform/evaluation/worker.ts",
      },
      // Beside the programs: what they share finds the panel from its own place, too.
      output: { chunkFileNames: "[name]-[hash].js" },
    },
  },
  ssr: { target: "node" },
});
