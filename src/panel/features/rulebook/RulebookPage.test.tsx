import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

it("shows and filters a form's rules, and says at once which of them refuse a value and why", async () => {
  const user = await panel.open("/rulebook?resource=domains");
  expect(await screen.findByText("11 rules")).toBeTruthy();
  expect(screen.getByText("At most 127 characters")).toBeTruthy();

  await user.type(screen.getByRole("searchbox", { name: "Search by field, rule or message" }), "host name");
  expect(await screen.findByText("1 rule")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: 'Try "256.0.0.1", which is refused' }));

  const tried = within(screen.getByRole("region", { name: "Try a value" }));
  expect(await tried.findByText("Refused by 1 rule")).toBeTruthy();
  expect(tried.getByText(/Not a valid host name or IPv4 address/)).toBeTruthy();
  expect(tried.getByRole<HTMLSelectElement>("combobox", { name: "Field" }).value).toBe("/domain");

  const value = tried.getByRole("textbox", { name: "Value" });
  await user.clear(value);
  await user.type(value, "sip.example.com");
  expect(await tried.findByText("All rules that this browser can check accept the value.")).toBeTruthy();
  // No request was sent, and nothing was stored.
  expect(panel.written()).toEqual([]);

  await user.click(tried.getByRole("switch", { name: "Read as JSON" }));
  expect(await tried.findByText("This is not JSON yet.")).toBeTruthy();
  await user.clear(value);
  await user.type(value, "42");
  expect(await tried.findByText(/Must be text/)).toBeTruthy();
});

it("downloads the cases of the listed rules for test management", async () => {
  const files: File[] = [];
  // Missing in jsdom: object URLs.
  URL.createObjectURL = (file) => `blob:${files.push(file as File)}`;
  URL.revokeObjectURL = () => {};
  const user = await panel.open("/rulebook?resource=domains&q=characters");
  await user.click(await screen.findByRole("button", { name: "Test cases: Xray" }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [file] = files;
  expect(file?.name).toBe("rules-domains-xray.csv");
  const text = (await file?.text()) ?? "";
  expect(text).toContain("Test ID,Test Type,Summary,Requirements");
  expect(text).toContain("domains/domain:maxLength:refuses-1-longer,Manual,");
  expect(text).toContain("Refused: At most 127 characters");
});

it("says when no rule matches", async () => {
  await panel.open("/rulebook?resource=domains&q=zzz");
  expect(await screen.findByText("No rule contains all of these words.")).toBeTruthy();
});

it("searches the rules of all forms, and links to the matching form", async () => {
  const user = await panel.open("/rulebook?resource=all&q=not+a+valid+iban");
  expect(await screen.findByText("2 rules in 2 forms")).toBeTruthy();
  const contacts = within(screen.getByRole("region", { name: "Customer contacts" }));
  expect(contacts.getByText(/Not a valid IBAN/)).toBeTruthy();
  await user.click(contacts.getByRole("link", { name: "IBAN" }));

  expect(await screen.findByText("1 rule")).toBeTruthy();
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Form" }).value).toBe("customercontacts");
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Field" }).value).toBe("/iban");

  await user.click(screen.getByRole("button", { name: "Search all forms" }));
  expect(await screen.findByText("2 rules in 2 forms")).toBeTruthy();
});
