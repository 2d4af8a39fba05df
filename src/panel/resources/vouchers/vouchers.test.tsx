import { Blob, File } from "node:buffer";
import { screen, waitFor, within } from "@testing-library/react";
import { afterAll, expect, it } from "vitest";
import { labelled, retype } from "../../../../tests/support/formFields.ts";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { noteSavedFiles } from "../../../../tests/support/savedFiles.ts";

const panel = await openPanel();
const { files } = noteSavedFiles();
const dom = { Blob: globalThis.Blob, File: globalThis.File };
// Responses have Node's, which those of jsdom cannot hold.
Object.assign(globalThis, { Blob, File });
afterAll(() => Object.assign(globalThis, dom));

const codeOf = async (id: number) => String((await panel.read(`/api/vouchers/${id}`)).code);

it("hides codes in lists and on pages until asked, by keyboard too", async () => {
  const code = await codeOf(1);
  const user = await panel.open("/voucher?filter=%7B%22id%22%3A%221%22%7D");
  const [show] = await screen.findAllByRole("button", { name: "Show: Code" });
  expect(document.body.textContent).not.toContain(code);
  show?.focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Hide: Code" });
  expect(screen.getAllByRole("button", { name: "Copy" })).toHaveLength(1);
  panel.leave();
  await panel.open("/voucher/1/details");
  await screen.findByRole("button", { name: "Show: Code" });
  expect(document.body.textContent).not.toContain(code);
});

it("hides the code of a stored voucher in its form, and keeps it", async () => {
  const code = await codeOf(2);
  const user = await panel.open("/voucher/2/edit");
  const input = await screen.findByLabelText<HTMLInputElement>(/^Code/);
  expect([input.type, input.value]).toEqual(["password", code]);
  await user.click(screen.getByRole("button", { name: "Show: Code" }));
  expect(input.type).toBe("text");
  const amount = screen.getByRole("textbox", { name: /^Amount/ });
  await user.clear(amount);
  await user.type(amount, "33.00");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () => expect((await panel.read("/api/vouchers/2")).amount).toBe(3300));
  expect(await codeOf(2)).toBe(code);
});

it.each([
  ["KWD", "1.234", 123.4, "KWD 1.234"],
  ["JPY", "150", 15_000, "¥150"],
])("takes an amount in %s as typed, %s, and shows it with the currency", async (currency, typed, cents, shown) => {
  const user = await panel.open("/domain");
  const { billing_profile_id } = await panel.read("/api/customers/5");
  await panel.change(`/api/billingprofiles/${billing_profile_id}`, "currency", currency);
  await panel.change("/api/vouchers/2", "customer_id", 5);
  panel.go("/voucher/2/edit");
  await retype(user, "Amount", typed);
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () => expect((await panel.read("/api/vouchers/2")).amount).toBe(cents));
  panel.go("/voucher?filter=%7B%22id%22%3A%222%22%7D");
  expect(await screen.findByText(shown)).toBeTruthy();
});

it("makes a batch: tells what its codes look like, refuses too few of them, and offers them once", async () => {
  const user = await panel.open("/voucher");
  await user.click(await screen.findByRole("link", { name: "Create batch" }));
  await screen.findByText(/more than a trillion possible codes/);
  await user.click(screen.getByRole("combobox", { name: labelled("Reseller") }));
  await user.click(await screen.findByRole("option", { name: /^Albion Voice/ }));
  await user.type(screen.getByRole("textbox", { name: /^Number of vouchers/ }), "12");
  const pattern = screen.getByRole("textbox", { name: /^Pattern of the codes/ });
  await user.clear(pattern);
  await user.type(pattern, "T-####");
  const note = screen.getByText(/possible codes/).closest<HTMLElement>("[role=status]");
  expect(within(note as HTMLElement).getByText(/^T-\d{4}$/)).toBeTruthy();
  expect(note?.textContent).toContain("10,000 possible codes");
  await user.type(screen.getByRole("textbox", { name: /^Amount/ }), "10.00");
  await user.type(screen.getByRole("textbox", { name: /^Valid until/ }), "2031-12-31 23:59");
  await user.click(screen.getByRole("button", { name: "Create batch" }));
  await screen.findAllByText(/Too few possible codes for so many vouchers: 10,?000, at least 12,?000 needed/);
  expect(panel.written()).toEqual([]);

  await user.type(pattern, "@@");
  await user.click(screen.getByRole("button", { name: "Create batch" }));
  await screen.findByText(/You can download the codes once/);
  expect(panel.written()).toEqual(["POST /api/voucherbatches/"]);
  await user.click(screen.getByRole("button", { name: "Download codes" }));
  await screen.findByText(/The codes have been downloaded/);
  expect(screen.queryByRole("button", { name: "Download codes" })).toBeNull();
  const lines = (await files[0]?.text())?.trimEnd().split("\r\n") ?? [];
  expect(lines).toHaveLength(13);
  expect(lines[1]).toMatch(/^T-\d{4}[A-Z]{2},1000,2031-12-31 /);

  // No other vouchers join the batch.
  const parts = screen.getByRole("navigation", { name: "Sections of this record" });
  await user.click(within(parts).getByRole("link", { name: "Vouchers" }));
  await screen.findAllByRole("button", { name: "Show: Code" });
  expect(screen.queryByRole("link", { name: /^Create/ })).toBeNull();
});
