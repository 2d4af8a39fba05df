import { expect, it } from "vitest";
import { addResourceTexts, addTexts, i18nProvider } from "./i18nProvider.ts";

const { translate } = i18nProvider;

it("names every resource before its own texts have loaded", () => {
  expect(translate("resources.domains.name", { smart_count: 2 })).not.toBe("resources.domains.name");
});

it("merges parts that load concurrently", async () => {
  await Promise.all([addResourceTexts("domains"), addTexts("rules"), addResourceTexts("customers")]);
  const keys = [
    "resources.domains.fields.domain",
    "rules.required",
    "resources.customers.fields.status",
    "app.product",
  ];
  expect(keys.filter((key) => translate(key) === key)).toEqual([]);
});

it("has the rules of preferences, but none of their other texts", async () => {
  await addTexts("preferences");
  expect(translate("preferences.rules.greater", { than: "x" })).toContain("x");
  expect(translate("preferences.choices.inherited", { _: "" })).toBe("");
});

it("reports missing texts", async () => {
  await expect(addTexts("nonsense")).rejects.toThrow(/nonsense/);
  await expect(addResourceTexts("nonsense")).rejects.toThrow(/nonsense/);
});
