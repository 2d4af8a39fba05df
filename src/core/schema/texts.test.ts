import { describe, expect, it } from "vitest";
import { textsFrom } from "./texts.ts";

const forms: Readonly<Record<string, string>> = {
  en: "%{smart_count} entry |||| %{smart_count} entries",
  de: "%{smart_count} Eintrag |||| %{smart_count} Einträge",
  fr: "%{smart_count} entrée |||| %{smart_count} entrées",
  ru: "%{smart_count} запись |||| %{smart_count} записи |||| %{smart_count} записей",
};
const said = (language: string, smart_count: number) =>
  textsFrom({ entries: forms[language] ?? "" }, language)("entries", { smart_count });

describe("a pluralised text", () => {
  it.each([
    ["en", ["0 entries", "1 entry", "2 entries"]],
    ["de", ["0 Einträge", "1 Eintrag", "2 Einträge"]],
    ["fr", ["0 entrée", "1 entrée", "2 entrées"]],
  ] as const)("has the form of its number in %s", (language, expected) => {
    expect([0, 1, 2].map((count) => said(language, count))).toEqual(expected);
  });

  it.each([
    [1, "1 запись"],
    [2, "2 записи"],
    [5, "5 записей"],
    [11, "11 записей"],
    [12, "12 записей"],
    [21, "21 запись"],
    [22, "22 записи"],
    [25, "25 записей"],
    [0, "0 записей"],
  ])("has one of three forms in Russian: %i", (count, expected) => {
    expect(said("ru", count)).toBe(expected);
  });

  it("picks singular or plural of a name, in Russian too", () => {
    const text = textsFrom({ name: "Домен |||| Домены" }, "ru");
    expect([text("name"), text("name", { smart_count: 1 }), text("name", { smart_count: 2 })]).toEqual([
      "Домен",
      "Домен",
      "Домены",
    ]);
  });
});
