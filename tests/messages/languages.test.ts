import { afterAll, describe, expect, it } from "vitest";
import { sourceLanguage } from "../../src/core/language.ts";
import { countedKeys, namesAskedFor } from "./countedKeys.ts";
import sameTexts from "./sameTexts.json" with { type: "json" };
import { sourcesBelow } from "./sources.ts";
import { formsOf, glossaryOf, placeholdersOf, textsOf, translations } from "./texts.ts";

const english = await textsOf(sourceLanguage);
const counted = countedKeys(english);
let checked = english.size;

/** How many forms a text that counts has; one that only names a thing has two everywhere. */
const FORMS: Readonly<Record<string, number>> = { de: 2, es: 2, fr: 2, it: 2, ru: 3 };

/** Reason -> texts that are the same as in English, in every language or in one. */
type SameTexts = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
const sameIn = (language: string) =>
  new Set(["all", language].flatMap((part) => Object.values((sameTexts as unknown as SameTexts)[part] ?? {}).flat()));

/** Abbreviations, numbers and notation are the same everywhere: no word has two small letters in a row. */
const isWritten = (text: string) => /\p{Ll}{2}/u.test(text.replace(/%\{\w+\}/g, ""));

/** What typesetters of a language do not do, with its name. */
const TYPOGRAPHY: Readonly<Record<string, readonly (readonly [fault: RegExp, name: string])[]>> = {
  de: [[/"|”|“[^“„]*“/u, "quotes are „…“"]],
  fr: [
    [/"|“|”/u, "quotes are « … »"],
    [/[^\u00a0\u202f][;?!»](?=\s|$)|[^\u00a0\u202f\s]:(?=\s|$)| :|« /u, "no-break space beside : ; ? ! « »"],
  ],
  es: [
    [/"|“|”/u, "quotes are «…»"],
    [/^[^¿]*\?|^[^¡]*!/u, "¿ before ?, ¡ before !"],
    [/\.\.\./u, "one …"],
  ],
  it: [
    [/"|“|”/u, "quotes are «…»"],
    [/\.\.\.|’/u, "one … and the straight apostrophe"],
  ],
  ru: [[/"|“|”/u, "quotes are «…»"]],
};

/** Headers and schemes are written as on the wire. */
const NOTATION = /Authorization: |sip:/g;

describe.each(translations)("%s", (language) => {
  const texts = textsOf(language);
  /** Keys that have an English text, with what it is in this language. */
  const pairs = async () => {
    const own = await texts;
    return [...english].flatMap(([key, source]) => {
      const text = own.get(key);
      return text === undefined ? [] : [{ key, source, text }];
    });
  };

  it("has the keys of English, no more and no fewer", async () => {
    const own = await texts;
    checked += own.size;
    expect([...english.keys()].filter((key) => !own.has(key)).map((key) => `${language} lacks ${key}`)).toEqual([]);
    const further = [...own.keys()].filter((key) => !english.has(key) && !key.startsWith("ra."));
    expect(further.map((key) => `${language} has ${key}, English has not`)).toEqual([]);
  });

  it("fills in what English fills in", async () => {
    // react-admin gives its texts more values than each package's sentences use.
    const wrong = (await pairs()).filter(
      ({ key, source, text }) =>
        !key.startsWith("ra.") && placeholdersOf(source).join() !== placeholdersOf(text).join(),
    );
    expect(wrong.map(({ key, text }) => `${language} ${key}: ${text}`)).toEqual([]);
  });

  it("has as many plural forms as its grammar", async () => {
    const wrong = (await pairs()).filter(({ key, source, text }) => {
      const forms = formsOf(text).length;
      if (counted.has(key)) return forms !== FORMS[language] && !(forms === 1 && formsOf(source).length === 1);
      return forms !== formsOf(source).length;
    });
    expect(wrong.map(({ key, text }) => `${language} ${key}: ${text}`)).toEqual([]);
  });

  it("left nothing in English", async () => {
    const same = sameIn(language);
    const left = (await pairs()).filter(({ source, text }) => text === source && isWritten(text) && !same.has(text));
    expect(left.map(({ key, text }) => `${language} ${key}: ${text}`)).toEqual([]);
  });

  it("is set as its typesetters do", async () => {
    const own = [...(await texts)].filter(([key]) => !key.startsWith("ra."));
    const faults = own.flatMap(([key, text]) => {
      const blanks = /^\s|\s$| {2}/.test(text) && !text.includes("\n") ? ["blanks"] : [];
      const prose = text.replace(NOTATION, "");
      const found = (TYPOGRAPHY[language] ?? []).filter(([fault]) => fault.test(prose)).map(([, name]) => name);
      return [...blanks, ...found].map((name) => `${language} ${key}: ${name}: ${text}`);
    });
    expect(faults).toEqual([]);
  });

  it("has every term of the glossary, and names resources by them", async () => {
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

it("counts in the texts that say how many, and in no others", () => {
  expect(counted.size).toBeGreaterThan(30);
  expect(counted.has("resources.domains.name")).toBe(false);
});

it("asks for names of one or of many, never of a number: names are not inflected", () => {
  const asked = sourcesBelow("src/panel").flatMap((source) =>
    namesAskedFor(source.program).map(({ node, isOneOrMany }) => ({ place: source.at(node), isOneOrMany })),
  );
  expect(asked.length).toBeGreaterThan(15);
  expect(asked.filter(({ isOneOrMany }) => !isOneOrMany).map(({ place }) => place)).toEqual([]);
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
