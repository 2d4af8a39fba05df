import { describe, expect, it } from "vitest";
import { allLanguages, textsOf } from "./texts.ts";

type Fault = readonly [fault: RegExp, name: string];

/** Faults in any language. */
const EVERYWHERE: readonly Fault[] = [[/\.\.\./u, "one … instead of three dots"]];

const NO_SPACE_BEFORE_ELLIPSIS: Fault = [/\s…/u, "no space before …"];
const CURLY_APOSTROPHE: Fault = [/\p{L}'|'\p{L}/u, "the apostrophe is ’"];

/** Faults by language. */
const TYPOGRAPHY: Readonly<Record<string, readonly Fault[]>> = {
  en: [
    [/"|„|«/u, "quotes are “…”"],
    CURLY_APOSTROPHE,
    NO_SPACE_BEFORE_ELLIPSIS,
    [/\bcan not\b/iu, "cannot"],
    [/\} %(?!\{)/u, "no space before %"],
  ],
  de: [[/"|”|“[^“„]*“/u, "quotes are „…“"], [/\S…/u, "a space before …"], CURLY_APOSTROPHE],
  fr: [
    [/"|“|”/u, "quotes are « … »"],
    [/[^\u00a0\u202f][;?!»](?=\s|$)|[^\u00a0\u202f\s]:(?=\s|$)| :|« /u, "no-break space beside : ; ? ! « »"],
    NO_SPACE_BEFORE_ELLIPSIS,
    CURLY_APOSTROPHE,
  ],
  es: [[/"|“|”/u, "quotes are «…»"], [/^[^¿]*\?|^[^¡]*!/u, "¿ before ?, ¡ before !"], NO_SPACE_BEFORE_ELLIPSIS],
  it: [[/"|“|”/u, "quotes are «…»"], CURLY_APOSTROPHE, NO_SPACE_BEFORE_ELLIPSIS],
  ru: [
    [/"|“|”/u, "quotes are «…»"],
    [/[\p{L})»] [-–] [\p{L}«]/u, "the dash between words is —"],
    NO_SPACE_BEFORE_ELLIPSIS,
  ],
};

/** Headers and URI schemes are not prose. */
const NOTATION = /Authorization: |sip:/g;

describe.each(allLanguages)("%s", (language) => {
  it("follows the typographic rules of the language", async () => {
    const own = [...(await textsOf(language))].filter(([key]) => !key.startsWith("ra."));
    const faults = own.flatMap(([key, text]) => {
      const blanks = /^\s|\s$| {2}/.test(text) && !text.includes("\n") ? ["blanks"] : [];
      const prose = text.replace(NOTATION, "");
      const found = [...EVERYWHERE, ...(TYPOGRAPHY[language] ?? [])]
        .filter(([fault]) => fault.test(prose))
        .map(([, name]) => name);
      return [...blanks, ...found].map((name) => `${language} ${key}: ${name}: ${text}`);
    });
    expect(faults).toEqual([]);
  });
});
