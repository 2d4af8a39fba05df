import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import languages from "../../../../i18n/languages.json" with { type: "json" };
import { languageCode, languageCookie, sourceLanguage } from "../../../core/values/language.ts";

/** The language for a name such as `de`, `en-us` or `fr_CA`; undefined when unsupported. */
export function knownLanguage(name: string): string | undefined {
  const code = languageCode(name);
  return languages.includes(code) ? code : undefined;
}

/** The language of a request: as chosen in the panel, else by the browser's preference, else English. */
export function languageOf({ headers }: Pick<FastifyRequest, "headers">): string {
  const chosen = parseCookie(headers.cookie ?? "")[languageCookie];
  const codes = [...(chosen === undefined ? [] : [chosen]), ...preferredLanguages(headers["accept-language"] ?? "")];
  return codes.map(knownLanguage).find((language) => language !== undefined) ?? sourceLanguage;
}

/** The languages of `de-AT, fr;q=0.5`, most preferred first. */
function preferredLanguages(accepted: string): string[] {
  return accepted
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [name = "", weight] = part.split(/;\s*q=/);
      return { name, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ name }) => name);
}
