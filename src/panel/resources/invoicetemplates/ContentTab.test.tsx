import { Blob, File } from "node:buffer";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const dom = { Blob: globalThis.Blob, File: globalThis.File };
const panel = await openPanel();
// jsdom's are not those that responses have.
beforeEach(() => {
  vi.stubGlobal("Blob", Blob);
  vi.stubGlobal("File", File);
});
afterEach(() => {
  panel.leave();
  vi.unstubAllGlobals();
});

const address = "/invoicetemplate/1/details/content";
const editor = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "SVG content" });
const page = async () =>
  decodeURIComponent((await screen.findByRole("img", { name: /^Page 1 of/ })).getAttribute("src") ?? "");
const puts = () =>
  panel.requests.filter(({ method, url }) => method === "PUT" && url === "/api/invoicetemplates/1").length;
const change = (area: HTMLTextAreaElement, from: string, to: string) =>
  fireEvent.change(area, { target: { value: area.value.replace(from, to) } });

it("shows the drawing, and its pages with sample data or an invoice", async () => {
  const user = await panel.open(address);
  expect((await editor()).value).toContain("[% invoice.serial %]");
  await waitFor(async () => expect(await page()).toContain("INV2026010000001"));
  const invoices = await screen.findByRole("combobox", { name: "Filled with" });
  const [serial = ""] = (await screen.findAllByRole("option", { name: /^INV/ })).map(({ textContent }) => textContent);
  await user.selectOptions(invoices, serial);
  await waitFor(async () => expect(await page()).toContain(serial));
});

it("names what is wrong with its line, and offers no save until it is mended", async () => {
  await panel.open(address);
  const area = await editor();
  change(area, "[% invoice.serial %]", "[% invoice.seriel %]");
  const problem = await screen.findByRole("button", {
    name: /unknown: invoice\.seriel\. Did you mean invoice\.serial\?/,
  });
  const line = area.value.split("\n").findIndex((text) => text.includes("seriel")) + 1;
  expect(problem.textContent).toMatch(new RegExp(`^Line ${line}:`));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  fireEvent.click(problem);
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toContain("seriel");
  change(area, "invoice.seriel", "invoice.serial");
  await waitFor(() => expect(screen.queryByText("Cannot be saved yet")).toBeNull());
});

it("inserts placeholders at the cursor, and saves the drawing, as often as it changes", async () => {
  const user = await panel.open(address);
  const area = await editor();
  const at = area.value.indexOf("</text>");
  area.setSelectionRange(at, at);
  await user.click(await screen.findByRole("button", { name: "Insert customer.external_id" }));
  expect(area.value.slice(at)).toMatch(/^\[% customer\.external_id %\]<\/text>/);
  // The platform stops checking a drawing after two seconds of this process, which may not draw pages meanwhile.
  await waitFor(async () => expect(await page()).toContain("C-1"));
  // Forms take jsdom's.
  for (const [name, value] of Object.entries(dom)) vi.stubGlobal(name, value);
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Template saved")).toBeTruthy();
  // Only a stored drawing has one.
  const pdf = () => screen.getByText("Preview as PDF").getAttribute("aria-disabled") === null;
  const isSaving = () => screen.getByRole("button", { name: /^Save/ }).className.includes("MuiButton-loading");
  await waitFor(() => expect([pdf(), isSaving()]).toEqual([true, false]));
  change(area, "[% customer.external_id %]", "");
  await waitFor(() => expect(pdf()).toBe(false));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect([pdf(), isSaving()]).toEqual([true, false]));
  expect(puts()).toBe(2);
});

it("is read only for those who may not change it", async () => {
  await panel.open(address, "superuserReadOnly");
  expect((await editor()).readOnly).toBe(true);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});
