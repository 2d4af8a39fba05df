import { describe, expect, it } from "vitest";
import { demonstration } from "../../../generated/demonstration.gen.ts";
import { descriptor as contacts } from "../../../generated/descriptors/customercontacts.gen.ts";
import { isValid as isEmail } from "../../validation/formats/email.ts";
import { fillMail } from "./fillMail.ts";
import { mailErrors, mailFaults, mailUses, sampleValues } from "./mailTemplates.ts";

const template = (more: object) => ({
  name: "passreset_default_email",
  from_email: "service@example.org",
  subject: "Reset",
  body: "[% url %]",
  ...more,
});

describe("placeholders by the name of the template", () => {
  it.each([
    [{ body: "[% ulr %]" }, "/body", "placeholderUnknown", { name: "ulr", nearest: "url" }],
    [
      { subject: "For [% subscribr %]" },
      "/subject",
      "placeholderUnknown",
      { name: "subscribr", nearest: "subscriber" },
    ],
    [{ body: "[% password %]" }, "/body", "placeholderUnknown", { name: "password", nearest: "url" }],
    [{ body: "[% FOREACH x IN y %]" }, "/body", "placeholderCode", undefined],
    [{ attachment_name: "[% url" }, "/attachment_name", "placeholderCode", undefined],
    [{ from_email: "[% url %]" }, "/from_email", "senderFixed", undefined],
    [
      { name: "credit_warning_default_email", body: "-", from_email: "[% adminmial %]" },
      "/from_email",
      "placeholderUnknown",
      { name: "adminmial", nearest: "adminmail" },
    ],
  ])("%j is wrong at %s", (more, pointer, rule, params) => {
    expect(mailFaults(template(more))).toEqual([{ rule, pointer, ...(params ? { params } : {}) }]);
  });

  it("are those of all messages that customers choose templates for, under any other name", () => {
    const body = "[% password %] [% url %] [% client.company %] [% invoice.serial %]";
    expect(mailFaults(template({ name: "our_welcome", body }))).toEqual([]);
    expect(mailFaults(template({ name: "our_welcome", body: "[% secret_key %]" }))).toHaveLength(1);
    // No property of an object is a message.
    expect(sampleValues("constructor")).toBe(sampleValues("our_welcome"));
  });

  it("are wrong at one place per field, with the key of a business rule", () => {
    const errors = mailErrors(template({ subject: "[% a %] [% b %]", body: "[% c %]" }));
    expect(errors.map(({ pointer, key }) => [pointer, key])).toEqual([
      ["/subject", "rules.business.placeholderUnknown"],
      ["/body", "rules.business.placeholderUnknown"],
    ]);
  });

  it("exist in contacts, where they stand for one", () => {
    const fields = contacts.fields.map(({ name }) => name);
    const contact = Object.keys(mailUses.invoice_default_email).flatMap(
      (name) => /^client\.(.+)/.exec(name)?.[1] ?? [],
    );
    expect(contact.filter((name) => !fields.includes(name))).toEqual([]);
    expect(contact.length).toBeGreaterThan(10);
  });
});

describe("the platform's templates", () => {
  const all = demonstration.emailtemplates ?? [];
  const defaults = all.filter(({ reseller_id }) => reseller_id === undefined);

  it("are one for each message, and use only its placeholders", () => {
    expect(defaults.map(({ name }) => name)).toEqual(Object.keys(mailUses));
    expect(all.flatMap(mailFaults)).toEqual([]);
  });

  it("are complete once filled in", () => {
    for (const one of all) {
      const { from, subject, text, attachmentName } = fillMail(one, sampleValues(one.name));
      expect(isEmail(from), from).toBe(true);
      expect(`${subject}${text}${attachmentName}`).not.toMatch(/%\]|\[%|undefined/);
    }
  });
});

it("fills in headers on one line", () => {
  const mail = fillMail(template({ subject: "Reset\r\nBcc: all@example.org [% subscriber %]" }), {
    subscriber: "a\nb",
  });
  expect(mail.subject).toBe("Reset Bcc: all@example.org a b");
});
