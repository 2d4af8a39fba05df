import { expect, it } from "vitest";
import { recordTitle, templatePaths } from "./recordTitle.ts";

it.each([
  ["{domain}", { id: 1, domain: "sip.example" }, "sip.example"],
  ["{company|email}", { id: 1, company: "", email: "a@example.org" }, "a@example.org"],
  ["{company|email}", { id: 1, company: "Acme", email: "a@example.org" }, "Acme"],
  ["{contact_id.email}", { id: 1, contact_id: 5, contact_id_expand: { email: "b@example.org" } }, "b@example.org"],
  ["{contact_id.reseller_id.name}", { id: 1, contact_id_expand: { reseller_id_expand: { name: "North" } } }, "North"],
  ["{primary_number.cc}", { id: 1, primary_number: { cc: "43" } }, "43"],
  ["{external_id|contact_id.email} ({id})", { id: 7, contact_id: 5 }, "(7)"],
  ["{own_cli} – {other_cli}", { id: 1, own_cli: "431" }, "431"],
  ["{username}, {number}", { id: 1, number: "431" }, "431"],
  ["{username}@{domain}", { id: 1, username: "pilot" }, "pilot"],
  ["{priority}", { id: 1, priority: 0 }, "0"],
  ["{start:date}", { id: 1, start: "2026-01-31" }, "2026/01/31"],
  ["{name} {time:date}", { id: 1, name: "2026-01-31", time: "08:30:00" }, "2026-01-31 08:30"],
  ["{name}", { id: 9 }, "#9"],
  ["{username}@{domain}", { id: 9 }, "#9"],
])("%s of %j is %s", (template, record, title) => {
  expect(recordTitle(template, record)).toBe(title);
});

it("names the paths it reads", () => {
  expect(templatePaths("{external_id|contact_id.email} ({id})")).toEqual(["external_id", "contact_id.email", "id"]);
  expect(templatePaths("{start:date}")).toEqual(["start"]);
});
