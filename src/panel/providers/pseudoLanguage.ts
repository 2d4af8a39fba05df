import { names } from "../../generated/names/en.gen.ts";
import { addLanguageFiles, type LanguageFiles } from "./i18nProvider.ts";
import { offerLanguage } from "./language.ts";
import { addLoginTexts } from "./loginText.ts";

/** Code of a language for private use, which nobody speaks. */
export const pseudoLanguage = "qps";

const english: Readonly<Record<string, () => Promise<object>>> = import.meta.glob("../../../i18n/en/**/*.json", {
  import: "default",
});

/**
 * Offers a language made from English for development and tests: every text between brackets, with accents and 40 %
 * longer, so that a text of the code's own, a place that is too narrow and a sentence made of pieces show.
 */
export function offerPseudoLanguage(): void {
  const files = Object.entries(english).map(([file, load]) => {
    const path = file.replace("../../../i18n/en/", "").replace(".json", "");
    return [path, async () => pseudoTexts(await load())] as const;
  });
  const { login, ...otherFiles }: LanguageFiles = Object.fromEntries(files);
  addLanguageFiles(pseudoLanguage, { ...otherFiles, names: async () => pseudoTexts(names) });
  if (login) addLoginTexts(pseudoLanguage, login);
  offerLanguage(pseudoLanguage);
}

const plainLetters = "aceinosuyACEINOSUY";
const accentedLetters = "åçéîñöšüýÅÇÉÎÑÖŠÜÝ";

/** One text; each plural form by itself, placeholders as they are. */
export function pseudoText(text: string): string {
  return text
    .split("||||")
    .map((form) => {
      const trimmed = form.trim();
      const parts = trimmed.split(/(%\{\w+\})/);
      const accented = parts.map((part) => (part.startsWith("%{") ? part : part.replace(/[a-z]/gi, accent))).join("");
      return `⟦${accented}${"·".repeat(Math.ceil(trimmed.length * 0.4))}⟧`;
    })
    .join(" |||| ");
}

function accent(letter: string): string {
  return accentedLetters[plainLetters.indexOf(letter)] ?? letter;
}

function pseudoTexts(texts: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === "string" ? pseudoText(text) : pseudoTexts(text),
    ]),
  );
}
