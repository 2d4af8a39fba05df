import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { field, retype } from "../../../tests/support/formFields.ts";
import { openPanel, savedNotice } from "../../../tests/support/panel.tsx";
import { itRarely } from "../../../tests/support/tiers.ts";
import { endSession } from "../providers/session.ts";

const panel = await openPanel({ hasService: true });
afterEach(() => {
  endSession("loggedOut");
  panel.leave();
});

const button = (name: string) => screen.findByRole("button", { name });
const writes = () => panel.requests.filter(({ method }) => method !== "GET");
/** Id of the first record of a list. */
async function firstOf(address: string): Promise<number> {
  const { _embedded = {} } = await panel.read(address);
  const [items = []] = Object.values(_embedded as Record<string, { id: number }[]>);
  if (!items[0]) throw new Error(`${address} is empty`);
  return items[0].id;
}

describe("changing a record", () => {
  itRarely("shows a stored password on request, and offers that for no other", async () => {
    const user = await panel.open("/subscriber/1/edit");
    const password = (await screen.findByLabelText("SIP password", { exact: false })) as HTMLInputElement;
    expect(password.value).toBe("");
    const [eye, ...others] = screen.getAllByRole("button", { name: "Show password" });
    expect(others).toEqual([]);
    await user.click(eye as HTMLElement);
    await waitFor(() => expect(password.value).not.toBe(""));
    expect(password.type).toBe("text");
    expect(writes().map(({ url }) => url)).toEqual(["/api/subscribers/1/reveal"]);
    await user.click(eye as HTMLElement);
    expect(password.value).toBe("");
  });

  it("marks and counts changes, saves, and stays open", async () => {
    const user = await panel.open("/customer/3/edit");
    await retype(user, "External ID", "EXT-3");
    expect(screen.getAllByRole("img", { name: "Changed" })).toHaveLength(1);
    expect(screen.getByText("1 field changed")).toBeTruthy();
    await user.click(await button("Save"));
    expect(await screen.findByText(savedNotice)).toBeTruthy();
    expect(screen.queryByRole("img", { name: "Changed" })).toBeNull();
    expect(window.location.hash).toBe("#/customer/3/edit");
    expect(await panel.read("/api/customers/3")).toMatchObject({ external_id: "EXT-3" });
    await retype(user, "External ID", "EXT-4");
    await user.click(await button("Save"));
    await waitFor(async () => expect(await panel.read("/api/customers/3")).toMatchObject({ external_id: "EXT-4" }));
  });

  itRarely("shows the platform's progress while a save waits for a long operation", async () => {
    const user = await panel.open("/customer/3/edit");
    await retype(user, "External ID", "EXT-LATER");
    const end = await panel.startLongChange();
    await user.click(await button("Save"));
    const bar = await screen.findByRole("progressbar", { name: "Still waiting for the platform…" });
    await waitFor(() => expect(bar.getAttribute("aria-valuetext")).toBe("500 of 1,000 records so far"));
    expect(screen.getByText("The change continues even if you leave this page.")).toBeTruthy();
    await end();
    await screen.findByText(savedNotice);
    expect(screen.queryByText("500 of 1,000 records so far")).toBeNull();
    expect(await panel.read("/api/customers/3")).toMatchObject({ external_id: "EXT-LATER" });
  });

  itRarely("requests the list again that it returns to, whatever is cached of it", async () => {
    const user = await panel.open("/customer");
    await screen.findAllByRole("rowheader");
    panel.go("/customer/3/edit");
    await retype(user, "External ID", "EXT-LISTED");
    await user.click(await button("Save and close"));
    await waitFor(() => expect(window.location.hash).not.toBe("#/customer/3/edit"));
    const isList = ({ method, url }: { method: string; url: string }) =>
      method === "GET" && url.startsWith("/api/customers/?");
    const saved = panel.requests.findIndex(({ method }) => method === "PUT");
    panel.go("/customer");
    await waitFor(() => expect(panel.requests.slice(saved).some(isList)).toBe(true));
  });

  it("asks before leaving a dirty form", async () => {
    const user = await panel.open("/customer/3/edit");
    await retype(user, "External ID", "UNSAVED");
    await user.click(await button("Cancel"));
    const question = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
    await user.click(within(question).getByRole("button", { name: "Stay" }));
    expect(window.location.hash).toBe("#/customer/3/edit");
    expect((await field("External ID")).value).toBe("UNSAVED");
    await user.click(await button("Cancel"));
    await user.click(await button("Leave without saving"));
    await waitFor(() => expect(window.location.hash).toBe("#/customer/3/details"));
    expect(writes()).toEqual([]);
  });

  itRarely("puts back what is stored, and what was typed again", async () => {
    const user = await panel.open("/customer/5/edit");
    const input = await screen.findByRole("textbox", { name: "External ID" });
    const before = (input as HTMLInputElement).value;
    expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
    await user.type(input, "-typed");
    await user.click(await screen.findByRole("button", { name: "Reset" }));
    expect(input).toHaveProperty("value", before);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(input).toHaveProperty("value", `${before}-typed`));
  });

  it("refuses an emptied value whose default would replace it", async () => {
    const user = await panel.open("/package/1/edit");
    await user.clear(await screen.findByRole("textbox", { name: "Length of the balance interval" }));
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("1 field needs your attention")).toBeTruthy();
    expect(panel.written()).toEqual([]);
  });

  it("leaves a clean form without asking", async () => {
    const user = await panel.open("/customer/3/edit");
    await retype(user, "External ID", "x");
    await retype(user, "External ID", String((await panel.read("/api/customers/3")).external_id));
    await user.click(await button("Cancel"));
    await waitFor(() => expect(window.location.hash).toBe("#/customer/3/details"));
  });

  it("restores the draft after the session expired", async () => {
    const user = await panel.open("/customer/5/edit");
    await retype(user, "External ID", "TYPED-5");
    endSession("expired");
    panel.leave();
    const again = await panel.open("/customer/5/edit");
    expect(await screen.findByText(/What you typed here earlier has been restored/)).toBeTruthy();
    expect((await field("External ID")).value).toBe("TYPED-5");
    await again.click(await button("Discard it"));
    expect((await field("External ID")).value).not.toBe("TYPED-5");
  });

  it("asks before terminating a record, and shows it as final afterwards", async () => {
    const user = await panel.open("/customer/8/edit");
    await user.selectOptions(await field("Status"), "terminated");
    await user.click(await button("Save"));
    const question = await screen.findByRole("alertdialog", { name: "Terminate customer" });
    expect(writes()).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Terminate customer" }));
    await waitFor(() => expect(window.location.hash).toBe("#/customer"));
    expect(await panel.read("/api/customers/8")).toMatchObject({ status: "terminated" });
    panel.leave();
    await panel.open("/customer/8/edit");
    expect(await screen.findByText(/The status of this record is final \(Terminated\)/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect((await field("External ID")).readOnly).toBe(true);
  });

  it("edits the contact in the URL, of either kind", async () => {
    const user = await panel.open("/contact/1/edit?resource=systemcontacts");
    await retype(user, "First name", "Zoë");
    await user.click(await button("Save"));
    await waitFor(() => expect(panel.written()).toEqual(["PUT /api/systemcontacts/1"]));
  });

  itRarely("offers each list entry only unused choices, and defaults to the first", async () => {
    const user = await panel.open("/dashboard");
    const id = await firstOf("/api/speeddials/?nonempty=0&rows=1");
    panel.go(`/subscriber/${id}/details/speed-dial/edit`);
    const slots = () => screen.getAllByLabelText<HTMLSelectElement>(/^Code/);
    const offered = (slot: HTMLSelectElement | undefined) => [...(slot?.options ?? [])].map(({ value }) => value);
    for (let count = 0; count < 2; count += 1) await user.click(await button("Add to Speed dials"));
    expect(slots().map(({ value }) => value)).toEqual(["*0", "*1"]);
    expect(offered(slots()[0])).toEqual(["*0", "*2", "*3", "*4", "*5", "*6", "*7", "*8", "*9"]);
    await user.selectOptions(slots()[0] as HTMLElement, "*5");
    expect(offered(slots()[1])).toContain("*0");
    for (let count = 0; count < 8; count += 1) await user.click(await button("Add to Speed dials"));
    expect(slots().map(({ value }) => value)).toEqual(["*5", "*1", "*0", "*2", "*3", "*4", "*6", "*7", "*8", "*9"]);
    expect(await button("Add to Speed dials")).toHaveProperty("disabled", true);
  });

  it("offers only roles that the user may grant", async () => {
    const user = await panel.open("/administrator/create");
    const role = await field("Role");
    const offered = within(role)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(offered).not.toContain("System");
    expect(offered.length).toBeGreaterThan(2);
    await user.click(await button("Generate a password"));
    expect((await field("Password")).type).toBe("text");
    expect(await screen.findByText("Strong")).toBeTruthy();
  });
});
