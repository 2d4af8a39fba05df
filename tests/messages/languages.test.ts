import { afterAll, describe, expect, it } from "vitest";
import { sourceLanguage } from "../../src/core/values/language.ts";
import { countedKeys, nameLookups } from "./countedKeys.ts";
import sameTexts from "./sameTexts.json" with { type: "json" };
import { sourcesBelow } from "./sources.ts";
import { formsOf, glossaryOf, placeholdersOf, textsOf, translations } from "./texts.ts";

const english = await textsOf(sourceLanguage);
const counted = countedKeys(english);
let checked = english.size;

/** Number of plural forms in texts with a count; names always have two. */
const FORMS: Readonly<Record<string, number>> = { de: 2, es: 2, fr: 2, it: 2, ru: 3 };

/** Reason -> texts that equal the English ones, in all languages or in one. */
type SameTexts = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
const sameIn = (language: string) =>
  new Set(["all", language].flatMap((part) => Object.values((sameTexts as unknown as SameTexts)[part] ?? {}).flat()));

/** Abbreviations, numbers and notation are the same in every language; words have two consecutive lowercase letters. */
const isWritten = (text: string) => /\p{Ll}{2}/u.test(text.replace(/%\{\w+\}/g, ""));

describe.each(translations)("%s", (language) => {
  const texts = textsOf(language);
  /** Keys with the English and the translated text. */
  const pairs = async () => {
    const own = await texts;
    return [...english].flatMap(([key, source]) => {
      const text = own.get(key);
      return text === undefined ? [] : [{ key, source, text }];
    });
  };

  it("has exactly the keys of English", async () => {
    const own = await texts;
    checked += own.size;
    expect([...english.keys()].filter((key) => !own.has(key)).map((key) => `${language} lacks ${key}`)).toEqual([]);
    const extra = [...own.keys()].filter((key) => !english.has(key) && !key.startsWith("ra."));
    expect(extra.map((key) => `${language} has ${key}, English has not`)).toEqual([]);
  });

  it("has the placeholders of English", async () => {
    // react-admin passes more values than its texts use.
    const wrong = (await pairs()).filter(
      ({ key, source, text }) =>
        !key.startsWith("ra.") && placeholdersOf(source).join() !== placeholdersOf(text).join(),
    );
    expect(wrong.map(({ key, text }) => `${language} ${key}: ${text}`)).toEqual([]);
  });

  it("has as many plural forms as its grammar needs", async () => {
    const wrong = (await pairs()).filter(({ key, source, text }) => {
      const forms = formsOf(text).length;
      if (counted.has(key)) return forms !== FORMS[language] && !(forms === 1 && formsOf(source).length === 1);
      return forms !== formsOf(source).length;
    });
    expect(wrong.map(({ key, text }) => `${language} ${key}: ${text}`)).toEqual([]);
  });

  it("leaves nothing in English", async () => {
    const same = sameIn(language);
    const left = (await pairs()).filter(({ source, text }) => text === source && isWritten(text) && !same.has(text));
    expect(left.map(({ key, text }) => `${language} ${key}: ${text}`)).toEqual([]);
  });

  it("has every term of the English glossary, and uses them to name resources", async () => {
    const own = await texts;
    const [terms, englishTerms] = [glossaryOf(language), glossaryOf(sourceLanguage)];
    expect([...terms.keys()].sort()).toEqual([...englishTerms.keys()].sort());
    const others = [...english].flatMap(([key, source]) => {
      const term = /^resources\.\w+\.name$/.test(key) ? terms.get(firstForm(source).toLowerCase()) : undefined;
      const name = firstForm(own.get(key) ?? "");
      return term === undefined || name.toLowerCase() === term.toLowerCase() ? [] : [`${key}: ${name}, not ${term}`];
    });
    expect(others).toEqual([]);
  });
});

it("has plural forms exactly in texts with a count", () => {
  expect(counted.size).toBeGreaterThan(30);
  expect(counted.has("resources.domains.name")).toBe(false);
});

it("looks up names in singular or plural, never by number, as names are not inflected", () => {
  const lookups = sourcesBelow("src/panel").flatMap((source) =>
    nameLookups(source.program).map(({ node, isOneOrMany }) => ({ place: source.at(node), isOneOrMany })),
  );
  expect(lookups.length).toBeGreaterThan(15);
  expect(lookups.filter(({ isOneOrMany }) => !isOneOrMany).map(({ place }) => place)).toEqual([]);
});

function firstForm(text: string): string {
  return formsOf(text)[0] ?? "";
}

afterAll(() => {
  const number = (value: number) => value.toLocaleString("en").replaceAll(",", " ");
  console.info(
    `messages: ${number(english.size)} keys in ${translations.length + 1} languages, ${number(checked)} texts, ${glossaryOf(sourceLanguage).size} terms`,
  );
});
