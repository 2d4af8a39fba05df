import { byCodePoint } from "../../src/core/values/byCodePoint.ts";
import { groupBy } from "../../src/core/values/groupBy.ts";

/** A label of the project: where it is, and what it says by language. */
export interface KnownText {
  /** `fields`, `enums`, `groups` ... */
  readonly section: string;
  /** The last part of its key: a field, a choice, a group. */
  readonly name: string;
  readonly byLanguage: ReadonlyMap<string, string>;
}

/** A label that is looked for. */
export interface WantedText extends Pick<KnownText, "section" | "name"> {
  readonly english: string;
}

/** Texts that begin alike must agree this often before others are made of the same parts. */
const MIN_SUPPORT = 2;
const MIN_AGREEMENT = 0.8;

/** Words of the project's own texts and their translations, to complete those of a new resource. The same texts give the same answers. */
export class TextMemory {
  readonly #byName: ReadonlyMap<string, readonly KnownText[]>;
  readonly #byEnglish: ReadonlyMap<string, readonly KnownText[]>;
  /** Language -> first or last words in English -> what most texts make of them. */
  readonly #patterns = new Map<string, string | undefined>();

  constructor(texts: readonly KnownText[]) {
    this.#byName = groupBy(texts, ({ section, name }) => `${section}.${name}`);
    this.#byEnglish = groupBy(texts, (text) => englishOf(text).toLowerCase());
  }

  /** The English text of most things of that name; undefined if there are none. */
  english(section: string, name: string): string | undefined {
    return mostFrequent((this.#byName.get(`${section}.${name}`) ?? []).map(englishOf));
  }

  /**
   * The translation of most texts with the same English words, those of things of the same name before others; else made of
   * its first and last words, as other texts are. Undefined if nothing is known. `names` has the record's own name, in English
   * and in the language.
   */
  translate(
    wanted: WantedText,
    language: string,
    [ownEnglish, ownName]: readonly (string | undefined)[] = [],
  ): string | undefined {
    const phrase = (english: string) =>
      ownName !== undefined && english.toLowerCase() === ownEnglish?.toLowerCase()
        ? ownName
        : this.#phrase(english, language);
    if (wanted.english === ownEnglish && ownName !== undefined) return ownName;
    // Abbreviations and notation are the same everywhere: words have two lowercase letters in a row.
    if (!/\p{Ll}{2}/u.test(wanted.english)) return wanted.english;
    return this.#whole(wanted, language) ?? this.#ofParts(wanted.english, language, phrase);
  }

  #whole({ english, section, name }: WantedText, language: string): string | undefined {
    const same = this.#byEnglish.get(english.toLowerCase()) ?? [];
    const textsIn = (texts: readonly KnownText[]) => texts.flatMap(({ byLanguage }) => byLanguage.get(language) ?? []);
    const named = same.filter((text) => text.name === name && text.section === section);
    const found = mostFrequent(textsIn(named)) ?? mostFrequent(textsIn(same));
    return found === undefined ? undefined : withCaseOf(english, found);
  }

  /** Longest known part first: "Create SIP domain" is "Create …" with "SIP domain". */
  #ofParts(english: string, language: string, phrase: (english: string) => string | undefined): string | undefined {
    for (const [affix, rest] of splits(english)) {
      const known = phrase(rest);
      const pattern = known === undefined ? undefined : this.#pattern(affix, language);
      if (known !== undefined && pattern !== undefined) return fill(pattern, known);
    }
    return undefined;
  }

  #phrase(english: string, language: string): string | undefined {
    return this.#whole({ english: upperFirst(english), section: "", name: "" }, language);
  }

  #pattern(affix: string, language: string): string | undefined {
    const key = `${language} ${affix}`;
    if (!this.#patterns.has(key)) this.#patterns.set(key, this.#learnPattern(affix, language));
    return this.#patterns.get(key);
  }

  /** The text that most translations of these first or last words have around the rest. */
  #learnPattern(affix: string, language: string): string | undefined {
    const made = [...this.#byEnglish.values()].flatMap(([first]) => {
      const english = first && englishOf(first);
      const rest = english && splits(english).find(([part]) => part === affix)?.[1];
      const [whole, part] = rest
        ? [this.#whole({ english, section: "", name: "" }, language), this.#phrase(rest, language)]
        : [];
      return whole && part ? [patternOf(whole, part)] : [];
    });
    const best = mostFrequent(made.filter((pattern) => pattern !== ""));
    const support = made.filter((pattern) => pattern === best).length;
    return support >= MIN_SUPPORT && support / made.length >= MIN_AGREEMENT ? best : undefined;
  }
}

const englishOf = ({ byLanguage }: KnownText) => byLanguage.get("en") ?? "";

/** First words with a space after them and last words with one before, each with the rest; the shortest rest first. */
function splits(english: string): (readonly [affix: string, rest: string])[] {
  const words = english.split(" ");
  const cuts = words.slice(1).map((_, index) => index + 1);
  const parts = cuts.flatMap((cut) => {
    const [before, after] = [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
    return [[`${before} `, after] as const, [` ${after}`, before] as const];
  });
  return parts.sort(([, a], [, b]) => a.length - b.length);
}

/** "Kunden anlegen" with "Kunde": "" , as it is not in there as a word; "Domain anlegen" with "Domain": "* anlegen". */
function patternOf(whole: string, part: string): string {
  for (const [mark, text] of [
    ["*", part],
    ["_", lowerFirst(part)],
  ] as const) {
    const at = ` ${whole} `.indexOf(` ${text} `);
    if (at >= 0) return `${whole.slice(0, at)}${mark}${whole.slice(at + text.length)}`;
  }
  return "";
}

/** `*` stands for the words as they are, `_` for them within a sentence. */
function fill(pattern: string, words: string): string {
  return upperFirst(
    pattern.replace(/[*_]/, (mark) => (mark === "*" || /^\p{Lu}\p{Lu}/u.test(words) ? words : lowerFirst(words))),
  );
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function withCaseOf(english: string, text: string): string {
  return /^\p{Lu}/u.test(english) ? upperFirst(text) : text;
}

/** The most frequent text, and the first by code points of several. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = [...groupBy(texts, (text) => text)].map(([text, all]) => ({ text, count: all.length }));
  return counts.sort((a, b) => b.count - a.count || byCodePoint(a.text, b.text))[0]?.text;
}
