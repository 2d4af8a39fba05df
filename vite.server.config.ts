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
        seed: "src/gateway/seed.ts",
        admin: "src/gateway/admin.ts",
        journal: "src/gateway/journal.ts",
      },
    },
  },
  ssr: { target: "node" },
});
