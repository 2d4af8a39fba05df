import { describe, expect, it } from "vitest";
import { sourceLanguage } from "../../src/core/values/language.ts";
import { countedKeys } from "./countedKeys.ts";
import { allLanguages, avoidedIn, formsOf, glossaryOf, placeholdersOf, textsOf } from "./texts.ts";

const counted = countedKeys(await textsOf(sourceLanguage));

/** Labels of fields, filters, groups and sections. */
const LABEL = /^resources\.\w+\.(?:fields|filters|groups)\.|^details\.tabs\.|^upload\.owner$/;

/** How questions begin. */
const QUESTION: Readonly<Record<string, RegExp>> = {
  en: /^(?:who|whose|what|which|how|where|when|why|whether)\b|\?$/iu,
  de: /^(?:wer|wem|wessen|was|welche\w*|wie|wo|wohin|wann|warum|ob|alle wie)(?!\p{L})|\?$/iu,
  fr: /^(?:qui|à qui|que|quoi|quel\w*|combien|tous les combien|comment|où|quand|pourquoi)(?!\p{L})|\?$/iu,
  es: /^¿|^(?:a |de )?(?:quién|qué|cuál|cuánt\w*|cada cuánt\w*|cómo|dónde|adónde|cuándo)(?!\p{L})/iu,
  it: /^(?:di |a )?(?:chi|cosa|che cosa|quale|quant\w*|ogni quant\w*|come|dove|quando|perché)(?!\p{L})|\?$/iu,
  ru: /^(?:кто|кому|чьи?|что|какой|сколько|через сколько|как|где|куда|откуда|когда|почему)(?!\p{L})|\?$/iu,
};

/** Numbers above four take the neuter singular in Russian: "5 серверов выключено". */
const PLURAL_AFTER_MANY =
  /\p{L}(?:ены|аны|яны|ыты)(?!\p{L})|\p{L}(?:уют|ают|яют|ются|яются)(?!\p{L})|(?<!\p{L})будут(?!\p{L})/u;

const CALL_FORWARDS = ["cfu", "cfb", "cft", "cfna", "cfr", "cfo", "cfs"];

describe.each(allLanguages)("%s", (language) => {
  const texts = async () => [...(await textsOf(language))].filter(([key]) => !key.startsWith("ra."));

  it("uses no word that the glossary avoids", async () => {
    const avoided = avoidedIn(language).flatMap(([term, words]) =>
      words.map((word) => ({ term, word, found: finder(word) })),
    );
    expect(avoided.filter(({ term }) => !glossaryOf(sourceLanguage).has(term))).toEqual([]);
    const used = (await texts()).flatMap(([key, text]) =>
      avoided
        .filter(({ found }) => found.test(text.replace(/%\{\w+\}/g, "")))
        .map(({ term, word }) => `${language} ${key}: ${word} for ${glossaryOf(language).get(term)}: ${text}`),
    );
    expect(avoided.length).toBeGreaterThan(3);
    expect(used).toEqual([]);
  });

  it("shows the number in every plural form, as the singular may also stand for 21 and 31", async () => {
    const silent = (await texts()).flatMap(([key, text]) =>
      counted.has(key) && formsOf(text).some((form) => !/smart_count|count|calls/.test(placeholdersOf(form).join()))
        ? [`${language} ${key}: ${text}`]
        : [],
    );
    expect(silent).toEqual([]);
  });

  it("uses nouns for labels, not questions", async () => {
    const questions = (await texts()).filter(([key, text]) => LABEL.test(key) && QUESTION[language]?.test(text));
    expect(questions.map(([key, text]) => `${language} ${key}: ${text}`)).toEqual([]);
  });

  it("uses the same name for each call forward in forms, the summary and call lists", async () => {
    const all = await textsOf(language);
    const apart = CALL_FORWARDS.flatMap((kind) => {
      const [form, summary, list] = [
        `callforwards.fields.${kind}`,
        `cfmappings.fields.${kind}`,
        `calllists.enums.type.${kind}`,
      ].map((key) => all.get(`resources.${key}`) ?? "");
      const isOne = form === summary && form && list?.toLowerCase().includes(form.toLowerCase());
      return isOne ? [] : [`${language} ${kind}: ${form} / ${summary} / ${list}`];
    });
    expect(apart).toEqual([]);
  });
});

it("uses the neuter singular for many things in Russian", async () => {
  const wrong = [...(await textsOf("ru"))].filter(([key, text]) => {
    const many = formsOf(text)[2];
    return counted.has(key) && many !== undefined && PLURAL_AFTER_MANY.test(many);
  });
  expect(wrong.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
});

/** Matches a word or phrase at the start of a word; a star matches any ending. */
function finder(word: string): RegExp {
  const isStem = word.endsWith("*");
  const escaped = word.replace(/\*$/, "").replace(/[()[\].+?^$|\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}-])${escaped}${isStem ? "" : "(?!\\p{L})"}`, "iu");
}
