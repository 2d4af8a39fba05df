import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** Copies folders of files that the server reads when it needs them, beside the programs. */
function copyFolders(...folders: readonly string[]): Plugin {
  return {
    name: "copy-folders",
    writeBundle({ dir = "" }) {
      for (const folder of folders) cpSync(folder, join(dir, basename(folder)), { recursive: true });
    },
  };
}

/** Bundles our own server code; packages stay in node_modules and are loaded by Node as they are. */
export default defineConfig({
  plugins: [copyFolders("src/platform/seed/demonstration", "src/platform/features/provisioning/catalogue/phones")],
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node20",
    rollupOptions: {
      input: {
        main: "src/gateway/main.ts",
        cli: "src/gateway/cli.ts",
        evaluation: "src/platform/server/evaluationThread.ts",
      },
      // Beside the programs: what they share finds the panel from its own place, too.
      output: { chunkFileNames: "[name]-[hash].js" },
    },
  },
  ssr: { target: "node" },
});
