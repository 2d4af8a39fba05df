import { readFileSync } from "node:fs";

/** A code block of a document that the reader acts on. */
export type Step =
  | { readonly kind: "run"; readonly command: string }
  /** The reader creates a file with this content. */
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  /** The reader sees these lines: on the panel page at the address, or else in the output of the last command. */
  | { readonly kind: "see"; readonly address: string; readonly lines: readonly string[] };

/** Code blocks of a Markdown document, in order: `sh`, `json <path>`, `tsx <path>`, and `text` or `text <address>`. */
export function readSteps(path: string): Step[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language, place = "", content = ""]) => {
    switch (language) {
      case "sh":
        return { kind: "run", command: content };
      case "json":
      case "tsx":
        return { kind: "write", path: place, text: content };
      case "text":
        return { kind: "see", address: place, lines: content.trim().split("\n") };
      default:
        throw new Error(`${path}: unexpected code block: ${language}`);
    }
  });
}
