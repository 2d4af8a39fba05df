import { readFileSync } from "node:fs";

/** A block of a document that its reader is to do something with. */
export type Step =
  | { readonly kind: "run"; readonly command: string }
  /** The reader makes this file what it says here. */
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  /** The reader sees these lines: on the page of the panel at that address, or else as what the last command printed. */
  | { readonly kind: "see"; readonly address: string; readonly lines: readonly string[] };

/** The blocks of a Markdown document, in order: `sh`, `json <path>`, and `text` or `text <address>`. */
export function readSteps(path: string): Step[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language, place = "", content = ""]) => {
    switch (language) {
      case "sh":
        return { kind: "run", command: content };
      case "json":
        return { kind: "write", path: place, text: content };
      case "text":
        return { kind: "see", address: place, lines: content.trim().split("\n") };
      default:
        throw new Error(`${path}: a reader does nothing with a block of ${language}`);
    }
  });
}
