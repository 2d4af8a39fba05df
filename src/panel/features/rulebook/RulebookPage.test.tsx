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

it("shows the rules of preferences, which only the platform can try, with the platform's labels", async () => {
  const user = await panel.open("/rulebook?resource=customerpreferences");
  expect(await screen.findByRole("heading", { name: "Rule book" })).toBeTruthy();
  const table = within(await screen.findByRole("table", { name: "Rule book" }));
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Form" }).selectedOptions[0]?.textContent).toBe(
    "Preferences of Customers",
  );
  expect(screen.queryByRole("region", { name: "Try a value" })).toBeNull();
  await user.type(screen.getByRole("searchbox", { name: /^Search by field/ }), "concurrent_max_total minimum");
  expect(await screen.findByText("1 rule")).toBeTruthy();
  expect(table.getByText("Must not be below 0")).toBeTruthy();
  expect(table.queryByRole("button")).toBeNull();
});

it("shows the results of a run beside the rules, finds rules by them, and takes no other file", async () => {
  const user = await panel.open("/rulebook?resource=domains");
  const table = within(await screen.findByRole("table", { name: "Rule book" }));
  const headings = () => table.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings()).toEqual(["Rule", "Valid", "Invalid", "Message"]);
  const input = document.querySelector<HTMLInputElement>('main input[type="file"]');
  if (!input) throw new Error("no file can be opened");
  await user.upload(input, new File(["[]"], "failed.json", { type: "application/json" }));
  expect(await screen.findByText("failed.json has no results of npm run rules -- verify.")).toBeTruthy();
  const inForm = "not tried: no case of it";
  const run = { "domains/domain:maxLength": { inForm, onServer: "refuted: accepted", verdict: "refuted" } };
  await user.upload(input, new File([JSON.stringify(run)], "run.json", { type: "application/json" }));
  await waitFor(() => expect(headings().slice(4)).toEqual(["In the form", "On the server", "Verdict"]));
  await user.type(screen.getByRole("searchbox", { name: /^Search by field/ }), "refuted");
  expect(await screen.findByText("1 rule")).toBeTruthy();
  expect(table.getByText("no case of it")).toBeTruthy();

  const files: File[] = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as File)}`;
  await user.click(screen.getByRole("button", { name: "Table as CSV" }));
  expect(files[0]?.name).toBe("rules-domains.csv");
  const [titles, line, end] = ((await files[0]?.text()) ?? "").split("\r\n");
  expect(titles).toBe("Form,Field,Rule,Valid,Invalid,Message,In the form,On the server,Verdict");
  expect(line).toMatch(
    /^Domains,Domain \(\/domain\),maxLength,.*,At most 127 characters,not tried: no case of it,refuted: accepted,refuted$/,
  );
  expect(end).toBe("");

  await user.click(screen.getByRole("button", { name: "Search all forms" }));
  expect(await screen.findByText("1 rule in 1 form")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Close the results" }));
  expect(await screen.findByText("No rule contains all of these words.")).toBeTruthy();
});
