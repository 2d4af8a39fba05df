import type { TemplateFault } from "./translate.ts";

/** Where nobody who writes a file for a phone would go. */
export const fileLimits = { directives: 10_000, depth: 32 } as const;

const quoted = /"[^"]*"|'[^']*'/g;
const block = /(?:^|;)\s*(?:(if|unless|for|foreach)|end(?:if|for|unless)?)\b/gi;

/** The limit that a template breaks, before anything reads it. */
export function templateFault(text: string): TemplateFault | undefined {
  let [count, depth] = [0, 0];
  for (let at = text.indexOf("[%"); at >= 0; at = text.indexOf("[%", at + 2)) {
    const fault = (rule: "directiveMany" | "directiveDeep", limit: number): TemplateFault => {
      return { rule, line: text.slice(0, at).split("\n").length, params: { limit: String(limit) } };
    };
    if (++count > fileLimits.directives) return fault("directiveMany", fileLimits.directives);
    const end = text.indexOf("%]", at);
    if (end < 0) return undefined;
    const body = text.slice(at + 2, end).replace(/^[-+=~]/, "");
    for (const [, begins] of body.replaceAll(quoted, "").matchAll(block)) depth += begins === undefined ? -1 : 1;
    if (depth > fileLimits.depth) return fault("directiveDeep", fileLimits.depth);
  }
  return undefined;
}
