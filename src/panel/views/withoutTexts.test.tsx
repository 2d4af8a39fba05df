import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import texts from "../../../i18n/en/resources/vouchers.json";
import { openPanel } from "../../../tests/support/panel.tsx";
import { addResourceTexts, replaceTexts } from "../providers/i18nProvider.ts";

const panel = await openPanel();
const PATH = "resources/vouchers";

beforeAll(async () => {
  await addResourceTexts("vouchers");
  await replaceTexts("en", PATH, {});
});
afterAll(() => replaceTexts("en", PATH, texts));

it.each([
  ["/voucher", "columnheader", "Valid until"],
  ["/voucher/create", "textbox", /^Code/],
  ["/voucher/1/edit", "textbox", /^Amount/],
  ["/voucher/1/details", "heading", /^Base/],
] as const)("%s of a resource without texts shows names, and no keys", async (path, role, name) => {
  await panel.open(path);
  expect((await within(await screen.findByRole("main")).findAllByRole(role, { name })).length).toBeGreaterThan(0);
  expect(document.body.innerHTML).not.toMatch(/resources\.\w+\.\w/);
});
