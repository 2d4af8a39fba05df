import { configure, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { field, retype } from "../../../../../tests/support/formFields.ts";
import { TestPanel } from "../../../../../tests/support/panel.tsx";
import { currentSession, endSession } from "../../../session.ts";

configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 60_000 });
let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
}, 60_000);
afterAll(() => panel.stop());
afterEach(() => {
  endSession("loggedOut");
  panel.leave();
});

const button = (name: string) => screen.findByRole("button", { name });

/** Somebody else, in another window. */
async function changeElsewhere(address: string, values: Readonly<Record<string, unknown>>) {
  const headers = {
    "Content-Type": "application/json-patch+json",
    Authorization: `Bearer ${currentSession()?.token}`,
  };
  const body = JSON.stringify(
    Object.entries(values).map(([name, value]) => ({ op: "replace", path: `/${name}`, value })),
  );
  const { ok } = await fetch(address, { method: "PATCH", headers, body });
  if (!ok) throw new Error(`${address} can not be changed`);
}

/** The texts of a compared field: before, theirs, yours. */
async function compared(label: string): Promise<string[]> {
  const row = await screen.findByRole("row", { name: new RegExp(`^${label}`) });
  return within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent ?? "");
}

it("merges what only one side changed, says who the other one is, and saves the result on top of their version", async () => {
  const user = await panel.open("/customer/6/edit");
  const before = await panel.read("/api/customers/6");
  await retype(user, "External ID", "MINE");
  await changeElsewhere("/api/customers/6", { max_subscribers: 77 });
  await user.click(await button("Save"));
  expect(await screen.findByText(/^test-superusermaster changed this record at \d{4}\//)).toBeTruthy();
  expect(await compared("External ID")).toEqual([String(before.external_id), "Not changed", "MINEKept"]);
  expect(await compared("Maximum subscribers")).toEqual([
    String(before.max_subscribers ?? "Empty"),
    "77Kept",
    "Not changed",
  ]);
  expect(screen.queryAllByRole("radio")).toEqual([]);
  await user.click(await button("Save the result"));
  await waitFor(async () =>
    expect(await panel.read("/api/customers/6")).toMatchObject({ external_id: "MINE", max_subscribers: 77 }),
  );
});

it("asks about what both changed, with the keyboard alone, and again when a third person was faster", async () => {
  const user = await panel.open("/customer/7/edit");
  await retype(user, "External ID", "MINE");
  await retype(user, "Maximum subscribers", "12");
  await changeElsewhere("/api/customers/7", { external_id: "THEIRS", max_subscribers: 34 });
  await user.click(await button("Save"));
  expect((await compared("External ID")).slice(1)).toEqual(["THEIRSTake theirs", "MINEKeep mine"]);

  await user.click(await button("Save the result"));
  expect((await screen.findByRole("alert")).textContent).toContain("External ID");
  expect(document.activeElement?.getAttribute("name")).toBe("max_subscribers");
  await user.keyboard("[Space]");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Take theirs: Maximum subscribers" }).checked).toBe(true);
  await user.click(screen.getByRole("radio", { name: "Keep mine: External ID" }));

  await changeElsewhere("/api/customers/7", { external_id: "THIRD" });
  await user.click(await button("Save the result"));
  await waitFor(async () =>
    expect(await compared("External ID")).toEqual(["THEIRS", "THIRDTake theirs", "MINEKeep mine"]),
  );
  await user.click(screen.getByRole("radio", { name: "Keep mine: External ID" }));
  await user.click(await button("Save the result"));
  await waitFor(async () =>
    expect(await panel.read("/api/customers/7")).toMatchObject({ external_id: "MINE", max_subscribers: 34 }),
  );
  expect(await screen.findByText(/is saved$/)).toBeTruthy();
});

it("shows references by name, and lets one go back to the form with what is decided so far", async () => {
  const user = await panel.open("/customer/5/edit");
  await retype(user, "External ID", "MINE");
  const { _embedded } = await panel.read("/api/customercontacts/?reseller_id=2&rows=3");
  const contact = Object.values(_embedded as Record<string, { id: number; email: string }[]>)[0]?.[2];
  await changeElsewhere("/api/customers/5", { external_id: "THEIRS", contact_id: contact?.id });
  await user.click(await button("Save"));
  await waitFor(async () => expect((await compared("Contact"))[1]).toBe(`${contact?.email}Kept`));
  await user.click(screen.getByRole("radio", { name: "Take theirs: External ID" }));
  await user.click(await button("Back to the form"));
  expect((await field("External ID")).value).toBe("THEIRS");
  expect(screen.queryByRole("table")).toBeNull();
  expect(panel.written().filter((request) => request.startsWith("PUT"))).toHaveLength(1);
});

it("takes their version as a whole when asked to", async () => {
  const user = await panel.open("/customer/9/edit");
  await retype(user, "External ID", "MINE");
  await changeElsewhere("/api/customers/9", { external_id: "THEIRS" });
  await user.click(await button("Save"));
  await user.click(await button("Discard mine"));
  expect((await field("External ID")).value).toBe("THEIRS");
  expect(screen.queryByText(/field changed/)).toBeNull();
});

it("compares with what was typed over, also after a reload in between", async () => {
  const user = await panel.open("/customer/10/edit");
  await retype(user, "External ID", "MINE");
  const before = await panel.read("/api/customers/10");
  endSession("expired");
  panel.leave();
  const again = await panel.open("/customer/10/edit");
  await screen.findByText(/What you typed here earlier is back/);
  panel.leave();
  await panel.open("/dashboard");
  await changeElsewhere("/api/customers/10", { external_id: "THEIRS" });
  panel.leave();
  await panel.open("/customer/10/edit");
  expect((await field("External ID")).value).toBe("MINE");
  await again.click(await button("Save"));
  expect(await compared("External ID")).toEqual([String(before.external_id), "THEIRSTake theirs", "MINEKeep mine"]);
});

it("gives back what was typed into a record that was terminated meanwhile", async () => {
  const user = await panel.open("/customer/11/edit");
  await retype(user, "External ID", "MINE");
  await changeElsewhere("/api/customers/11", { status: "terminated" });
  await user.click(await button("Save"));
  expect(await screen.findByRole("heading", { name: "Your changes can not be saved any more" })).toBeTruthy();
  expect(screen.getByText(/Terminated/)).toBeTruthy();
  expect(screen.getByText("MINE")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save the result" })).toBeNull();
  await user.click(await button("Copy what I typed"));
  expect(await screen.findByText("Data is in the clipboard")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toContain("MINE");
});

it("gives back what was typed into a record that does not exist any more", async () => {
  const user = await panel.open("/domain/1/details");
  const { _embedded } = await panel.read("/api/vouchers/?rows=1");
  const voucher = Object.values(_embedded as Record<string, { id: number }[]>)[0]?.[0];
  panel.go(`/voucher/${voucher?.id}/edit`);
  await retype(user, "Code", "MINE-CODE");
  await fetch(`/api/vouchers/${voucher?.id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${currentSession()?.token}` },
  });
  await user.click(await button("Save"));
  expect(await screen.findByRole("heading", { name: "This record does not exist any more" })).toBeTruthy();
  expect(screen.getByText("MINE-CODE")).toBeTruthy();
});
