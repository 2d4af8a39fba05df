import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startJourney } from "../support/journey.ts";
import { pdfText } from "../support/pdfText.ts";

const journey = startJourney();

test("an invoice from its template to the PDF, whose sum is that of its lines, to its mail and its credit note", async () => {
  const panel = await journey.openAs("administrator", { address: "/invoicetemplate/1/details/content" });
  const { page } = panel;
  const area = page.getByRole("textbox", { name: "SVG content" });
  const svg = await area.inputValue();
  await area.fill(svg.replace("[% invoice.serial %]", "[% invoice.seriel %]"));
  await page.getByText(/Did you mean invoice\.serial\?/).waitFor();
  await area.fill(svg.replace(">[% customer.id %]<", ">[% customer.id %] / [% custcontact.email %]<"));
  await panel.press("Save");
  await panel.seeNotice("Template saved");
  await page.getByRole("img", { name: /^Page 1 of/ }).waitFor();

  await panel.visit("/customer/2/details/invoices");
  await page.getByRole("link", { name: /^INV/ }).first().waitFor();
  await page.getByRole("link", { name: "Create invoice" }).click();
  await page.getByRole("combobox", { name: /^Template/ }).fill("Standard");
  await page.getByRole("option", { name: "Standard" }).click();
  const month = new Date().toISOString().slice(0, 7);
  await page.getByRole("textbox", { name: /^Month/ }).fill(month);
  await panel.press("Create invoice");
  const preview = page.getByRole("dialog", { name: "Check the invoice before it is issued" });
  await preview.getByRole("row", { name: /^Total/ }).waitFor();
  await expect.poll(() => preview.getByRole("link", { name: "Download PDF" }).getAttribute("href")).toMatch(/^blob:/);
  await preview.getByRole("button", { name: "Issue invoice" }).click();
  await panel.seeAddress("/customer/2/details/invoices");
  // The demonstration has invoices of months before.
  const invoice = page.getByRole("link", { name: new RegExp(`^INV${month.replace("-", "")}`) });
  const row = page.getByRole("row").filter({ has: invoice });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    row.getByRole("button", { name: /^Download PDF/ }).click(),
  ]);
  const text = (await pdfText(await readFile(await download.path()))).join("\n");
  expect(text).toContain("Invoice");
  expect(text).toMatch(/2 \/ \S+@\S+/);
  const cents = (found: string | undefined) => Math.round(Number((found ?? "").replace(/[^\d.-]/g, "")) * 100);
  const net = cents(/^Net (.*)$/m.exec(text)?.[1]);
  const [table = ""] = text.split(/^Net /m);
  const lines = [...table.matchAll(/ ([£$€][\d,.]+)$/gm)].map(([, amount]) => cents(amount));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.reduce((sum, amount) => sum + amount, 0)).toBe(net);
  const vat = cents(/^VAT .*% (.*)$/m.exec(text)?.[1] ?? "0");
  expect(net + vat).toBe(cents(/^Total (.*)$/m.exec(text)?.[1]));

  // The same month again: the first invoice is named, and a second one is asked for by name.
  await page.getByRole("link", { name: "Create invoice" }).click();
  await page.getByRole("combobox", { name: /^Template/ }).fill("Standard");
  await page.getByRole("option", { name: "Standard" }).click();
  await page.getByRole("textbox", { name: /^Month/ }).fill(month);
  await panel.press("Create invoice");
  await preview.getByText("These days are invoiced already:").waitFor();
  await preview.getByRole("link", { name: /^INV/ }).waitFor();
  await preview.getByRole("button", { name: "Issue a second invoice" }).waitFor();
  await preview.getByRole("button", { name: "Change" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await panel.confirm("Leave without saving");
  await panel.visit("/customer/2/details/invoices");

  // The notice of its creation has another link.
  await row.getByRole("link", { name: /^INV/ }).click();
  await page.getByRole("button", { name: "Mail to customer" }).click();
  await panel.confirm("Mail to customer");
  await page.getByText(/the message to \S+@\S+ is in the platform’s outbox/).waitFor();
  await page.getByRole("button", { name: "Mail again" }).waitFor();
  await page.getByRole("button", { name: "Cancel with a credit note" }).click();
  await panel.confirm("Cancel with a credit note");
  await panel.visit("/customer/2/details/invoices");
  await page.getByText("Credit note").first().waitFor();
  await page.getByText("Cancelled").first().waitFor();
});
