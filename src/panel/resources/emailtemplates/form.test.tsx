import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import type { Mail } from "../../../platform/runtime/mail/mailer.ts";
import { endSession } from "../../providers/session.ts";

const mails: Mail[] = [];
afterEach(() => {
  // Each test starts without the drafts of the one before.
  endSession("loggedOut");
  panel.leave();
});

const field = (name: string) => screen.findByRole<HTMLInputElement>("textbox", { name });
const placeholders = () =>
  within(screen.getByRole("region", { name: "Placeholders" }))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
const preview = () => screen.getByRole("region", { name: "Preview" });

const panel = await openPanel({ settings: { mailer: { send: async (mail) => void mails.push(mail) } } });

async function fill(user: UserEvent, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(values)) {
    await user.clear(await field(name));
    await user.paste(text);
  }
}

it("lists the placeholders of the message, and inserts them where the cursor is", async () => {
  const user = await panel.open("/emailtemplate/create");
  await fill(user, { Name: "our_welcome" });
  await waitFor(() => expect(placeholders()).toEqual(expect.arrayContaining(["url", "password", "client.company"])));
  await fill(user, { Name: "passreset_default_email", Subject: "For !" });
  await waitFor(() => expect(placeholders()).toEqual(["url", "subscriber"]));

  const subject = await field("Subject");
  subject.setSelectionRange(4, 4);
  await user.click(screen.getByRole("button", { name: "Insert subscriber" }));
  await waitFor(() => expect(subject.value).toBe("For [% subscriber %]!"));
  expect([document.activeElement, subject.selectionStart]).toEqual([subject, "For [% subscriber %]".length]);

  await fill(user, { Subject: "For " });
  await user.click(screen.getByRole("button", { name: "Insert subscriber" }));
  // The space before it stays, though leaving the field would remove it.
  expect(subject.value).toBe("For [% subscriber %]");

  await fill(user, { Text: "Open " });
  await user.click(screen.getByRole("button", { name: "Insert url" }));
  expect((await field("Text")).value).toBe("Open [% url %]");
  await waitFor(() => expect(preview().textContent).toContain("Open https://panel.example/#/recoverpassword"));
  expect(preview().textContent).toContain("For ada@sip.example.org");
});

it("shows code as text", async () => {
  const user = await panel.open("/emailtemplate/create");
  const code = '<img src="x" onerror="alert(1)"><script>alert(2)</script>';
  await fill(user, { Name: "our_code", Sender: "service@example.org", Subject: code, Text: `${code} [% url %]` });
  await waitFor(() => expect(preview().querySelector("pre")?.textContent).toContain(`${code} https://`));
  expect(within(preview()).getByText(code, { selector: "dd" })).toBeTruthy();
  expect(preview().querySelector("img, script")).toBeNull();
});

it("sends a test message to the user's own address", async () => {
  const user = await panel.open("/emailtemplate/create");
  await fill(user, { Name: "our_welcome", Subject: "Hello [% username %]", Text: "[% url %]" });
  await user.click(await screen.findByRole("button", { name: "Send test message" }));
  // Without a sender it is no message yet.
  await waitFor(async () => expect((await field("Sender")).getAttribute("aria-invalid")).toBe("true"));
  expect(mails).toEqual([]);
  await fill(user, { Sender: "service@example.org" });
  await user.click(screen.getByRole("button", { name: "Send test message" }));
  await screen.findByText(/^Test message sent to /);
  expect(mails).toMatchObject([{ from: "service@example.org", subject: "Hello ada" }]);
  expect(panel.written()).toEqual(["POST /api/emailtemplates/test"]);
});

it("refuses unknown placeholders at their field, with the nearest name", async () => {
  const user = await panel.open("/emailtemplate/create");
  await fill(user, {
    Name: "passreset_default_email",
    Sender: "service@example.org",
    Subject: "Reset",
    Text: "[% ulr %] [% IF url %]",
  });
  await user.click(screen.getByRole("button", { name: "Create email template" }));
  await waitFor(async () => expect((await field("Text")).getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText(/^ulr is not available in this message. The closest placeholder is url$/)).toBeTruthy();
  expect(panel.written()).toEqual([]);
});

it("copies missing defaults from the list", async () => {
  const user = await panel.open("/emailtemplate");
  await user.click(await screen.findByRole("button", { name: "Show" }));
  const dialog = await screen.findByRole("dialog", { name: "Missing templates" });
  expect(within(dialog).getByRole("heading", { name: "Bayview Telecom" })).toBeTruthy();
  await user.click(within(dialog).getByRole("button", { name: /^Copy \d+ templates$/ }));
  await screen.findByText(/^\d+ templates copied$/);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show" })).toBeNull());
});

it("offers read-only users no copies", async () => {
  await panel.open("/emailtemplate", "superuserReadOnly");
  await screen.findAllByRole("link", { name: "invoice_default_email" });
  expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
});
