import { describe, expect, it } from "vitest";
import { englishLibraryTexts, libraryTexts } from "./libraryTexts.ts";

const cancel = async (language: string) => {
  const { action } = await libraryTexts(language);
  return typeof action === "object" ? action.cancel : undefined;
};

describe("react-admin's own texts", () => {
  it.each([
    ["de", "Abbrechen"],
    ["es", "Cancelar"],
    ["fr", "Annuler"],
    ["ru", "Отмена"],
  ])("come from the package of %s", async (language, expected) => {
    expect(await cancel(language)).toBe(expected);
    expect(Object.keys(await libraryTexts(language))).toEqual(expect.arrayContaining(Object.keys(englishLibraryTexts)));
  });

  it("are overridden individually by our own", async () => {
    const { action } = await libraryTexts("it", { action: { cancel: "Annulla" } });
    expect(action).toMatchObject({ cancel: "Annulla", back: "Indietro" });
  });

  it("fall back to English", async () => {
    expect(await libraryTexts("eo")).toEqual(englishLibraryTexts);
  });
});
