import type { ErrorPayload, Plugin } from "vite";
import { compiledCli } from "../codegen/compiled.mjs";
import { type Diagnostic, formatDiagnostic, formatMessage } from "../codegen/diagnostics.ts";

/** A generated resource, or the names of all resources in a language. */
const GENERATED = /\/src\/generated\/(?:descriptors\/(?<resource>\w+)|names\/(?<names>[\w-]+))\.gen\.ts$/;
const TEXTS = /\/i18n\/(?<language>[\w-]+)\/(?<path>[\w/-]+)\.json$/;

/**
 * Runs codegen within the development server: generated code is hot-reloaded (`src/panel/dev/hotReload.ts`), and schema
 * errors show as an overlay until they are fixed.
 */
export function codegenPlugin(root: string): Plugin {
  let error: ErrorPayload | undefined;
  return {
    name: "patchbay:codegen",
    apply: "serve",
    enforce: "post",
    async configureServer({ ws, httpServer, watcher }) {
      // Vitest also starts a Vite server, but needs no codegen.
      if (process.env.VITEST) return;
      // Beside the panel's own folder Vite watches only files that it has loaded, and new ones are none.
      watcher.add(`${root}i18n`);
      const { watchSources } = await compiledCli();
      const stop = watchSources(root, (diagnostics) => {
        const before = error;
        error = toPayload(root, diagnostics);
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
    // Vite supports no hot updates of JSON.
    async hotUpdate({ type, file, modules, read }) {
      const { language, path } = TEXTS.exec(file)?.groups ?? {};
      if (!language || this.environment.name !== "client") return undefined;
      for (const module of modules) this.environment.moduleGraph.invalidateModule(module);
      const texts = parseTexts(type === "delete" ? "{}" : await read());
      if (texts) this.environment.hot.send("patchbay:texts", { language, path, texts });
      return [];
    },
    transformIndexHtml: () => [
      { tag: "script", attrs: { type: "module", src: "/dev/hotReload.ts" }, injectTo: "body" },
    ],
  };
}

/** Code that lets a module accept its own hot updates; "" for all others. */
function acceptance(id: string): string {
  const { resource, names } = GENERATED.exec(id)?.groups ?? {};
  if (!resource && !names) return "";
  const detail = resource
    ? `{ resource: ${JSON.stringify(resource)}, module: next }`
    : `{ language: ${JSON.stringify(names)}, path: "names", texts: next.names }`;
  return `\nif (import.meta.hot) import.meta.hot.accept((next) => {
  if (next) window.dispatchEvent(new CustomEvent("patchbay:changed", { detail: ${detail} }));
});\n`;
}

/** Undefined while the file is incomplete or malformed. */
function parseTexts(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    // Keep the current texts; codegen and the tests report the error.
    return undefined;
  }
}

/** Vite's error overlay: the first error, followed by the others. */
function toPayload(root: string, diagnostics: readonly Diagnostic[]): ErrorPayload | undefined {
  const [first, ...further] = diagnostics;
  if (!first) return undefined;
  const { file, line, pointer } = first;
  const messages = further.map(formatDiagnostic);
  return {
    type: "error",
    err: {
      plugin: "codegen",
      message: `${formatMessage(first)}\nat ${pointer || "the whole file"}`,
      id: `${root}${file}`,
      loc: { file: `${root}${file}`, line, column: 1 },
      stack: messages.length > 0 ? `${messages.length} more:\n\n${messages.join("\n\n")}` : "",
    },
  };
}
