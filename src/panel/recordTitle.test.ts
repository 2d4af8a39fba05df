import { describe, expect, it } from "vitest";
import { formatRecordTitle } from "./recordTitle.ts";

describe("formatRecordTitle", () => {
  it.each([
    ["{name}", { id: 1, name: "acme" }, "acme"],
    ["{company|email}", { id: 1, company: "", email: "a@example.org" }, "a@example.org"],
    ["{contact_id.email}", { id: 1, contact_id: 2, contact_id_expand: { email: "b@example.org" } }, "b@example.org"],
    ["{contact_id.email}", { id: 7, contact_id: 2 }, "#7"],
    ["{login} ({id})", { id: 3, login: "ada" }, "ada (3)"],
  ])("%s of %o is %s", (template, record, title) => {
    expect(formatRecordTitle(template, record)).toBe(title);
  });
});
