import { expect, it, onTestFinished } from "vitest";
import { names } from "../../generated/names/en.gen.ts";
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

it("labels a resource without any text by the names in its schema", async () => {
  Object.assign(names, { parcels: { name: "Parcel |||| Parcels" } });
  onTestFinished(() => void Reflect.deleteProperty(names, "parcels"));
  await addResourceTexts("parcels");
  const labels = {
    name: "Parcels",
    "fields.vat_rate": "VAT rate",
    "fields.sim_card_id": "Sim card",
    "enums.state.on_hold": "On hold",
    "groups.base": "Base",
    "filters.max_age": "Max age",
    "actions.create": "Create",
    "actions.remove": "Delete",
  };
  const shown = Object.keys(labels).map((key) => translate(`resources.parcels.${key}`, { smart_count: 2 }));
  expect(shown).toEqual(Object.values(labels));
});

it("leaves keys of other texts visible, which must not be missing", () => {
  expect(translate("app.nonsense.deep")).toBe("app.nonsense.deep");
});
