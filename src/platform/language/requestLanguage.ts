import { parseCookie } from "cookie";
import type { FastifyRequest } from "fastify";
import languages from "../../../i18n/languages.json" with { type: "json" };
import { languageCode, languageCookie, sourceLanguage } from "../../core/language.ts";

/** The language that a name such as `de`, `en-us` or `fr_CA` stands for; undefined for one without texts. */
export function knownLanguage(name: string): string | undefined {
  const code = languageCode(name);
  return languages.includes(code) ? code : undefined;
}

/** What whoever sends a request reads: as chosen in the panel, else as their browser prefers, else English. */
export function languageOf({ headers }: Pick<FastifyRequest, "headers">): string {
  const chosen = parseCookie(headers.cookie ?? "")[languageCookie];
  const wanted = [...(chosen === undefined ? [] : [chosen]), ...preferred(headers["accept-language"] ?? "")];
  return wanted.map(knownLanguage).find((language) => language !== undefined) ?? sourceLanguage;
}

/** `de-AT, fr;q=0.5` from the most to the least wanted. */
function preferred(accepted: string): string[] {
  return accepted
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [name = "", weight] = part.split(/;\s*q=/);
      return { name, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ name }) => name);
}
