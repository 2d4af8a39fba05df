import type { ErrorPayload, Plugin } from "vite";
import { compiledCli } from "../codegen/compiled.mjs";
import type { Problem } from "../codegen/problems.ts";

/** A generated resource, or the names of all resources in a language. */
const GENERATED = /\/src\/generated\/(?:resources\/(?<resource>\w+)|names\/(?<names>[\w-]+))\.gen\.ts$/;
const TEXTS = /\/i18n\/(?<language>[\w-]+)\/(?<path>[\w/-]+)\.json$/;

/**
 * Runs codegen within the development server: what it generates is shown in place (`src/panel/dev/hotReload.ts`), and
 * what is wrong with a schema covers the page until it is mended.
 */
export function codegenPlugin(root: string): Plugin {
  let error: ErrorPayload | undefined;
  return {
    name: "patchbay:codegen",
    apply: "serve",
    enforce: "post",
    async configureServer({ ws, httpServer }) {
      // Vitest has such a server, too, and no use for this.
      if (process.env.VITEST) return;
      const { watchSources } = await compiledCli();
      const stop = watchSources(root, (problems) => {
        const before = error;
        error = toPayload(root, problems);
        if (error) ws.send(error);
        else if (before) ws.send("patchbay:mended");
      });
      ws.on("connection", () => {
        if (error) ws.send(error);
      });
      httpServer?.on("close", stop);
    },
    transform: (code, id) => {
      const added = acceptance(id);
      return added && { code: `${code}${added}`, map: null };
    },
    // Vite looks for no acceptance in JSON.
    async hotUpdate({ file, modules, read }) {
      const { language, path } = TEXTS.exec(file)?.groups ?? {};
      if (!language || this.environment.name !== "client") return undefined;
      for (const module of modules) this.environment.moduleGraph.invalidateModule(module);
      const texts = parseTexts(await read());
      if (texts) this.environment.hot.send("patchbay:texts", { language, path, texts });
      return [];
    },
    transformIndexHtml: () => [
      { tag: "script", attrs: { type: "module", src: "/dev/hotReload.ts" }, injectTo: "body" },
    ],
  };
}

/** Lets a module hand on its next state instead of having the page loaded again; "" for all others. */
function acceptance(id: string): string {
  const { resource, names } = GENERATED.exec(id)?.groups ?? {};
  if (!resource && !names) return "";
  const detail = resource
    ? `{ resource: ${JSON.stringify(resource)}, module: next.resource }`
    : `{ language: ${JSON.stringify(names)}, path: "names", texts: next.names }`;
  return `\nif (import.meta.hot) import.meta.hot.accept((next) => {
  if (next) window.dispatchEvent(new CustomEvent("patchbay:changed", { detail: ${detail} }));
});\n`;
}

/** Undefined while the file is half written or wrong, which codegen and the tests say better. */
function parseTexts(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    // Told elsewhere; the texts on screen stay as they are.
    return undefined;
  }
}

/** Vite's overlay for the first problem; the others stand below it. */
function toPayload(root: string, problems: readonly Problem[]): ErrorPayload | undefined {
  const [first, ...others] = problems;
  if (!first) return undefined;
  const { file, line, pointer, message, hint = "" } = first;
  const further = others.map((one) => `${one.file}:${one.line} ${one.pointer}\n  ${one.message}\n  ${one.hint ?? ""}`);
  return {
    type: "error",
    err: {
      plugin: "codegen",
      message: `${message}\n${hint}\nat ${pointer || "the file as a whole"}`,
      id: `${root}${file}`,
      loc: { file: `${root}${file}`, line, column: 1 },
      stack: further.length > 0 ? `${further.length} more:\n\n${further.join("\n\n")}` : "",
    },
  };
}
