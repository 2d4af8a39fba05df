import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { field, retype } from "../../../../../tests/support/formFields.ts";
import { openPanel, savedNotice } from "../../../../../tests/support/panel.tsx";
import { itRarely } from "../../../../../tests/support/tiers.ts";
import type { PhoneNumber } from "../../../../core/values/phoneNumber.ts";
import { currentSession, endSession } from "../../../providers/session.ts";

const panel = await openPanel();
afterEach(() => {
  endSession("loggedOut");
  panel.leave();
});

const button = (name: string) => screen.findByRole("button", { name });

/** Another user, in another window. */
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

/** The texts of a compared field: base, theirs, mine. */
async function compared(label: string): Promise<string[]> {
  const row = await screen.findByRole("row", { name: new RegExp(`^${label}`) });
  return within(row)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent ?? "");
}

it("merges one-sided changes, names the other user, and saves the result over their version", async () => {
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

it("asks about conflicts, by keyboard alone, and again when a third user was faster", async () => {
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
  expect(await screen.findByText(savedNotice)).toBeTruthy();
});

itRarely("shows references by name, and returns to the form with the choices so far", async () => {
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

itRarely("compares lists as text, entry by entry with labels", async () => {
  const user = await panel.open("/subscriber/26/details/call-forwarding/summary/edit");
  await retype(user, "No answer after", "40 s");
  const cfb = [{ destinationset: "Mobile, then voicebox", enabled: false }, { destinationset: "Voicebox" }];
  await changeElsewhere("/api/cfmappings/26", { cfb });
  await user.click(await button("Save"));
  const rest = (isOn: boolean) => `Enabled:${isOn ? "Yes" : "No"}Redirect the caller’s phone (302):No`;
  await waitFor(async () =>
    expect(await compared("Busy")).toEqual([
      `Forward to:VoiceboxAt these times:Weekdays${rest(true)}`,
      `Forward to:Mobile, then voicebox${rest(false)}Forward to:Voicebox${rest(true)}Kept`,
      "Not changed",
    ]),
  );
  const row = await screen.findByRole("row", { name: /^Busy/ });
  expect(within(row).queryByRole("table")).toBeNull();
});

itRarely("compares objects as text", async () => {
  const user = await panel.open("/dashboard");
  const { _embedded } = await panel.read("/api/subscribers/?is_pbx_pilot=1&rows=1");
  const [pilot] = Object.values(_embedded as Record<string, { id: number; primary_number: PhoneNumber }[]>).flat();
  if (!pilot) throw new Error("the demonstration has no cloud PBX");
  panel.go(`/subscriber/${pilot.id}/edit`);
  await retype(user, "External ID", "MINE");
  const moved = { ...pilot.primary_number, sn: "9605550" };
  await changeElsewhere(`/api/subscribers/${pilot.id}`, { primary_number: moved });
  await user.click(await button("Save"));
  const text = ({ cc, ac, sn }: PhoneNumber) => `+${cc}${ac}${sn}`;
  expect(await compared("Primary number")).toEqual([text(pilot.primary_number), `${text(moved)}Kept`, "Not changed"]);
});

itRarely("takes their version as a whole when asked to", async () => {
  const user = await panel.open("/customer/9/edit");
  await retype(user, "External ID", "MINE");
  await changeElsewhere("/api/customers/9", { external_id: "THEIRS" });
  await user.click(await button("Save"));
  await user.click(await button("Discard mine"));
  expect((await field("External ID")).value).toBe("THEIRS");
  expect(screen.queryByText(/field changed/)).toBeNull();
});

itRarely("compares with the version that the draft was based on, also after a reload", async () => {
  const user = await panel.open("/customer/10/edit");
  await retype(user, "External ID", "MINE");
  const before = await panel.read("/api/customers/10");
  endSession("expired");
  panel.leave();
  const again = await panel.open("/customer/10/edit");
  await screen.findByText(/What you typed here earlier has been restored/);
  panel.leave();
  await panel.open("/dashboard");
  await changeElsewhere("/api/customers/10", { external_id: "THEIRS" });
  panel.leave();
  await panel.open("/customer/10/edit");
  expect((await field("External ID")).value).toBe("MINE");
  await again.click(await button("Save"));
  expect(await compared("External ID")).toEqual([String(before.external_id), "THEIRSTake theirs", "MINEKeep mine"]);
});

it("returns a draft whose record no longer exists", async () => {
  const user = await panel.open("/domain/1/details");
  const { _embedded } = await panel.read("/api/vouchers/?rows=1");
  const voucher = Object.values(_embedded as Record<string, { id: number }[]>)[0]?.[0];
  panel.go(`/voucher/${voucher?.id}/edit`);
  await retype(user, "Amount", "47.11");
  await fetch(`/api/vouchers/${voucher?.id}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${currentSession()?.token}` },
  });
  await user.click(await button("Save"));
  expect(await screen.findByRole("heading", { name: "This record no longer exists" })).toBeTruthy();
  expect(screen.getByText(/47\.11/)).toBeTruthy();
});
