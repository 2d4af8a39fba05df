import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { openPanel } from "../../../tests/support/panel.tsx";
import { names } from "../../generated/names/en.gen.ts";
import { addLanguageFiles } from "./i18nProvider.ts";
import { chooseLanguage, offerLanguage, preferredLanguage } from "./language.ts";
import { endSession } from "./session.ts";

/** English with a mark on every text, so that whatever stays English shows. */
const pseudo = "eo";
const english: Readonly<Record<string, () => Promise<object>>> = import.meta.glob("../../../i18n/en/**/*.json", {
  import: "default",
});
const marked = (texts: unknown): unknown =>
  typeof texts === "string"
    ? texts
        .split("||||")
        .map((text) => `«${text.trim()}»`)
        .join(" |||| ")
    : Object.fromEntries(Object.entries(texts as object).map(([name, text]) => [name, marked(text)]));

const files = Object.entries(english).map(([address, load]) => {
  const path = address.replace("../../../i18n/en/", "").replace(".json", "");
  return [path, async () => marked(await load()) as Record<string, unknown>] as const;
});
addLanguageFiles(pseudo, {
  ...Object.fromEntries(files),
  names: async () => marked(names) as Record<string, unknown>,
});
offerLanguage(pseudo);
const panel = await openPanel();
afterEach(async () => {
  endSession("loggedOut");
  panel.leave();
  await chooseLanguage("en");
});

it("is chosen in the user menu: all texts switch, input stays, and the choice is stored", async () => {
  const user = await panel.open("/customer/3/edit");
  const field = await screen.findByLabelText<HTMLInputElement>("External ID");
  await user.clear(field);
  await user.type(field, "TYPED");
  await user.click(screen.getByRole("button", { name: /^test-superusermaster/ }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Esperanto" }));

  expect(await screen.findByLabelText("«External ID»")).toBe(field);
  expect(field.value).toBe("TYPED");
  expect(screen.queryByText(/has been restored. It is not saved yet/)).toBeNull();
  expect(screen.getByRole("button", { name: "«Save»" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "«Domains»" })).toBeTruthy();
  expect(document.documentElement.lang).toBe(pseudo);
  expect(document.cookie).toContain(`ngcp_panel_lang=${pseudo}`);
  expect(preferredLanguage()).toBe(pseudo);

  await user.clear(field);
  await user.type(field, String((await panel.read("/api/customers/3")).external_id));
  panel.go("/domain");
  // Texts loaded later are in the chosen language as well.
  expect(await screen.findByRole("heading", { level: 1, name: "«Domains»" })).toBeTruthy();
  expect(await screen.findByRole("columnheader", { name: /«Domain»/ })).toBeTruthy();
  await chooseLanguage("en");
  await waitFor(() => expect(screen.getByRole("heading", { level: 1, name: "Domains" })).toBeTruthy());
});

it("switches to German and back in a form with errors: values, errors and focus stay, texts switch", async () => {
  const user = await panel.open("/customer/3/edit");
  const limit = await screen.findByLabelText<HTMLInputElement>("Maximum subscribers");
  await user.clear(limit);
  await user.type(limit, "-4");
  const rate = screen.getByLabelText<HTMLInputElement>("VAT rate");
  await user.clear(rate);
  await user.type(rate, "130");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("2 fields need your attention")).toBeTruthy();
  limit.focus();
  const problemOf = (field: HTMLElement) =>
    (field.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ");
  const english = problemOf(limit);
  expect(english).toContain("Must not be below");

  await chooseLanguage("de");
  expect(await screen.findByText("2 Felder müssen korrigiert werden")).toBeTruthy();
  expect([limit.isConnected, limit.value, rate.value]).toEqual([true, "-4", "130"]);
  expect(document.activeElement).toBe(limit);
  expect(limit.getAttribute("aria-invalid")).toBe("true");
  expect(problemOf(limit)).toContain("Mindestens");
  expect(screen.getByRole("button", { name: "Speichern" })).toBeTruthy();

  await chooseLanguage("en");
  await waitFor(() => expect(problemOf(limit)).toBe(english));
  expect([limit.value, rate.value, document.activeElement]).toEqual(["-4", "130", limit]);
});

it.each([
  ["en", "en"],
  ["en-us", "en"],
  ["EO", pseudo],
  ["xx", "en"],
])("is read from what the older panel left: %s is %s", (left, language) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the older panel's server sets it
  document.cookie = `ngcp_panel_lang=${left}; Path=/`;
  expect(preferredLanguage()).toBe(language);
});
