import { screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { validatorFor } from "../../../../codegen/emit/validators.ts";
import { field, retype } from "../../../../tests/support/formFields.ts";
import { TestPanel } from "../../../../tests/support/panel.tsx";
import { fieldError } from "../../../core/validation/errors.ts";
import { formats } from "../../../core/validation/formats.ts";
import { loadResource, replaceResource } from "../../providers/resources.ts";
import { endSession } from "../../providers/session.ts";
import { errorMessage } from "./errorMessages.ts";

let panel: TestPanel;
let restore = () => {};
beforeAll(async () => {
  panel = await TestPanel.start();
  const module = await loadResource("lnpcarriers");
  const fields = module.descriptor.fields.map((one) => (one.name === "name" ? { ...one, pattern: "^[A-Z]{3}$" } : one));
  const descriptor = { ...module.descriptor, fields };
  replaceResource("lnpcarriers", { ...module, descriptor, validate: validatorFor(descriptor, formats) });
  restore = () => replaceResource("lnpcarriers", module);
});
afterAll(async () => {
  restore();
  endSession("loggedOut");
  panel.leave();
  await panel.stop();
});

it("says below the input that a text does not match its pattern", async () => {
  const user = await panel.open("/lnp/create");
  await user.type(await field("Name"), "abc");
  await user.type(await field("Prefix"), "D011");
  await user.click(await screen.findByRole("button", { name: "Create porting carrier" }));
  const said = async () =>
    document.getElementById(String((await field("Name")).getAttribute("aria-describedby")))?.textContent;
  await waitFor(async () => expect(await said()).toContain("Does not have the expected form"));
  await retype(user, "Name", "ABC");
  await waitFor(async () => expect((await said()) ?? "").not.toContain("expected form"));
});

it("prefers the words of the resource for its pattern", () => {
  const texts: Readonly<Record<string, string>> = {
    "resources.cards.errors.code.pattern": "Two letters and four digits",
    "rules.pattern.mismatch": "Does not have the expected form",
  };
  const translate = (key: string) => texts[key] ?? "";
  const error = fieldError("/code", "pattern", { pattern: "^[A-Z]{2}\\d{4}$" });
  const messageOf = (resource: string) => errorMessage(error, { translate, locale: "en", resource, fields: [] });
  expect(["cards", "sites"].map(messageOf)).toEqual(["Two letters and four digits", "Does not have the expected form"]);
});
