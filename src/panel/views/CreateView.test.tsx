import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { field, inputs, labelled, retype } from "../../../tests/support/formFields.ts";
import { openPanel } from "../../../tests/support/panel.tsx";
import { firstUnlessAll, itRarely } from "../../../tests/support/tiers.ts";
import { browserZone } from "../kinds/time/browserZone.ts";
import { endSession } from "../providers/session.ts";

const panel = await openPanel();
afterEach(() => {
  // Each test starts without the drafts of the one before.
  endSession("loggedOut");
  panel.leave();
});
async function chooseFirst(user: UserEvent, label: string, position = 0) {
  const pickers = await screen.findAllByLabelText(labelled(label), inputs);
  await user.click(pickers[position] as HTMLElement);
  const choices = within(await screen.findByRole("listbox"));
  await user.click((await choices.findAllByRole("option"))[0] as HTMLElement);
}
const posted = () => panel.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
const create = (name: string) => screen.findByRole("button", { name });

describe("creating a record", () => {
  it("lists missing values, links to their fields, and clears each error once fixed", async () => {
    const user = await panel.open("/contact/create");
    await user.click(await create("Create customer contact"));
    const summary = await screen.findByRole("alert");
    expect(document.activeElement).toBe(summary);
    expect(
      within(summary)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Reseller: This field is required", "Email: This field is required"]);
    await user.click(within(summary).getByRole("link", { name: "Email" }));
    const email = await field("Email");
    expect(document.activeElement).toBe(email);
    await user.type(email, "ada@example");
    expect(await within(summary).findByText(/Not a valid email address/)).toBeTruthy();
    await user.type(email, ".org");
    await waitFor(() => expect(within(summary).getAllByRole("listitem")).toHaveLength(1));
    expect(panel.written()).toEqual([]);
  });

  it("shows server-side errors at their fields", async () => {
    const user = await panel.open("/domain/create");
    const { domain } = (await panel.read("/api/domains/1")) as { domain: string };
    await chooseFirst(user, "Reseller");
    await user.type(await field("Domain"), domain);
    await user.click(await create("Create domain"));
    const summary = await screen.findByRole("alert");
    expect(summary.textContent).toContain("Domain: This value already exists");
    expect((await field("Domain")).getAttribute("aria-invalid")).toBe("true");
    expect(await field("Domain")).toHaveProperty("value", domain);
  });

  it("shows and sends only fields whose conditions hold", async () => {
    const user = await panel.open("/billing/create");
    expect(screen.queryByLabelText(/^Prepaid library/, inputs)).toBeNull();
    await user.click(await screen.findByRole("switch", { name: "Prepaid" }));
    expect(await field("Prepaid library")).toBeTruthy();
    await user.click(screen.getByRole("switch", { name: "Prepaid" }));
    await waitFor(() => expect(screen.queryByLabelText(/^Prepaid library/, inputs)).toBeNull());
    await chooseFirst(user, "Reseller");
    await user.type(await field("Handle"), "quiet");
    await user.type(await field("Name"), "Quiet");
    await retype(user, "Interval charge", "12.5");
    await retype(user, "Interval free time", "1000 min");
    await user.click(await create("Create billing profile"));
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(posted()[0]).toMatchObject({ handle: "quiet", interval_charge: 1250, interval_free_time: 60000 });
    expect(posted()[0]).not.toHaveProperty("prepaid_library");
  });

  it("presets a variant's values as read-only", async () => {
    await panel.open("/contract/peering/create");
    expect(await screen.findByRole("heading", { level: 1, name: "Create peering contract" })).toBeTruthy();
    const type = await field("Type");
    expect(type).toHaveProperty("readOnly", true);
    expect(type).toHaveProperty("value", "SIP peering");
    expect(screen.queryByLabelText(/^Maximum subscribers/)).toBeNull();
  });

  it("presets a child's parent and returns to the parent's tab", async () => {
    const user = await panel.open("/rewrite/1/details/rules/create");
    await user.type(await field("Match pattern"), "^00");
    await user.type(await field("Replacement pattern"), "+");
    await user.type(await field("Description"), "International prefix");
    await user.click(await create("Create rewrite rule"));
    await waitFor(() => expect(posted()[0]).toMatchObject({ set_id: 1, match_pattern: "^00" }));
    await waitFor(() => expect(window.location.hash).toBe("#/rewrite/1/details/rules"));
  });

  it("offers only choices that belong to the record whose tab it was opened in", async () => {
    const user = await panel.open("/reseller/3/details/customers");
    await user.click(await screen.findByRole("link", { name: "Create customer" }));
    await waitFor(() => expect(window.location.hash).toBe("#/customer/create?reseller_id=3"));
    panel.requests.length = 0;
    await chooseFirst(user, "Contact");
    const choices = panel.requests.filter(({ url }) => url.includes("order_by"));
    expect(choices.map(({ url }) => url)).toEqual([expect.stringMatching(/customercontacts.*reseller_id=3/)]);
    // A new contact is made with the customer, and is that reseller's.
    await user.click(screen.getByRole("button", { name: "Create customer contact" }));
    await user.type(await field("Company"), "Of the tab");
    await user.type(document.getElementById("field-contact_id-email") as HTMLElement, "tab@example.org");
    await chooseFirst(user, "Billing profile");
    await user.click(await create("Create customer"));
    await screen.findByRole("region", { name: "Next steps" });
    expect(posted()).toMatchObject([
      { contact_id: { reseller_id: 3, company: "Of the tab", email: "tab@example.org" } },
    ]);
  });

  itRarely("offers a device the profiles of its customer’s reseller", async () => {
    const user = await panel.open("/device/create");
    await user.type(await field("Customer"), "Kornblum");
    await user.click(await screen.findByRole("option", { name: /Kornblum/ }));
    await user.click(await field("Profile"));
    const asked = () => panel.requests.findLast(({ url }) => url.startsWith("/api/pbxdeviceprofiles/?"))?.url;
    await waitFor(() => expect(asked()).toContain("reseller_id=3"));
  });

  itRarely("defaults to the first free code and hides taken ones", async () => {
    const user = await panel.open("/customer/3/details/speed-dial/create");
    const codes = async () => {
      await user.click(await field("Code"));
      const offered = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
      await user.keyboard("{Escape}");
      return offered.slice(0, 2);
    };
    await waitFor(async () => expect(await field("Code")).toHaveProperty("value", "*001"));
    // That is not a change: leaving asks nothing.
    expect(screen.queryByText(/change/i) ?? screen.queryByLabelText(/^Changed/)).toBeNull();
    await user.type(await field("Destination"), "441134960015");
    await user.click(await create("Create speed dial"));
    await waitFor(() => expect(window.location.hash).toBe("#/customer/3/details/speed-dial"));
    await user.click(await screen.findByRole("link", { name: "Create speed dial" }));
    await waitFor(async () => expect(await field("Code")).toHaveProperty("value", "*002"));
    await user.clear(await field("Code"));
    expect(await codes()).toEqual(["*002", "*003"]);
    await user.click(await field("Code"));
    await user.click(await screen.findByRole("option", { name: "*010" }));
    await user.type(await field("Destination"), "office");
    await user.click(await create("Create speed dial"));
    await waitFor(() => expect(posted()).toHaveLength(2));
    expect(posted()).toMatchObject([
      { customer_id: 3, slot: "*001", destination: "441134960015" },
      { customer_id: 3, slot: "*010", destination: "office" },
    ]);
    await waitFor(() => expect(window.location.hash).toBe("#/customer/3/details/speed-dial"));
  });

  itRarely("stores a copy only on save, under its own name", async () => {
    const user = await panel.open("/rewrite");
    await user.click(await screen.findByRole("button", { name: "Actions for us_e164" }));
    await user.click(await screen.findByRole("menuitem", { name: "Clone" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Clone of us_e164" })).toBeTruthy();
    expect(screen.getByText("Also copied: Rewrite rules.")).toBeTruthy();
    const name = await field("Name");
    expect(name).toHaveProperty("value", "us_e164_clone");
    expect(panel.written()).toEqual([]);
    await retype(user, "Name", "us_e164_trial");
    await retype(user, "Description", "To try it");
    await user.click(await create("Create rewrite rule set"));
    expect((await screen.findByText(/^Cloned as/)).textContent).toBe("Cloned as us_e164_trial");
    await waitFor(() => expect(window.location.hash).toBe("#/rewrite"));
    expect(posted()).toEqual([{ reseller_id: expect.any(Number), name: "us_e164_trial", description: "To try it" }]);
  });

  itRarely("says on whose clock a time of day is, and in which zone a moment", async () => {
    await panel.open("/subscriber/1/details/reminder/create");
    const notes = (await field("Time")).getAttribute("aria-describedby")?.split(" ") ?? [];
    const texts = notes.map((id) => document.getElementById(id)?.textContent).join(" ");
    expect(texts).toMatch(/^On the subscriber’s clock: .* The subscriber is called at this time/);
    panel.go("/invoice/create");
    expect((await screen.findAllByText(/^In the customer’s time zone\. As YYYY-MM/)).length).toBe(1);
    expect((await screen.findAllByText(new RegExp(`Time zone: ${browserZone()}`))).length).toBe(2);
    for (const path of ["/billing", "/timeset", "/subscriber/1/details/call-forwarding/time-set"]) {
      panel.go(`${path}/create`);
      expect(await screen.findByText(/^On the (platform|subscriber)’s clock/), path).toBeTruthy();
    }
  });

  it.each(
    firstUnlessAll([
      ["Interval charge", "KWD", "1.2345", "1.234", { interval_charge: 123.4 }, "1.234"],
      ["Interval charge", "KWD", "1.2345", "1.2", { interval_charge: 120 }, "1.200"],
      ["Interval charge", "JPY", "150.5", "150", { interval_charge: 15_000 }, "150"],
      // The platform has whole cents in it.
      ["Daily fraud limit", "KWD", "1.234", "1.2", { fraud_daily_limit: 120 }, "1.20"],
    ] as const),
  )(
    "takes %s in %s with the decimals that it has: not %s, but %s",
    async (name, currency, wrong, right, stored, shown) => {
      const user = await panel.open("/billing/create");
      await chooseFirst(user, "Reseller");
      const handle = `${name}-in-${currency}-${right}`.toLowerCase().replaceAll(/\W/g, "-");
      await user.type(await field("Handle"), handle);
      await user.type(await field("Name"), handle);
      await user.type(await field("Currency"), currency);
      await retype(user, name, wrong);
      await user.click(await create("Create billing profile"));
      expect((await screen.findByRole("alert")).textContent).toContain(name);
      expect(await field(name)).toHaveProperty("value", wrong);
      expect(posted()).toEqual([]);
      await retype(user, name, right);
      await user.tab();
      expect(await field(name)).toHaveProperty("value", shown);
      await user.click(await create("Create billing profile"));
      await waitFor(() => expect(posted()).toMatchObject([{ currency, ...stored }]));
    },
  );

  itRarely("takes the SIP username as web username, until that is changed, and only for a new subscriber", async () => {
    const user = await panel.open("/subscriber/create");
    const web = () => field("Web username");
    await user.type(await field("SIP username"), "alice");
    await waitFor(async () => expect(await web()).toHaveProperty("value", "alice"));
    await user.type(await web(), ".web");
    await user.type(await field("SIP username"), "1");
    expect(await field("SIP username")).toHaveProperty("value", "alice1");
    expect(await web()).toHaveProperty("value", "alice.web");
    panel.go("/subscriber/1/edit");
    await retype(user, "SIP username", "bob");
    expect(await web()).not.toHaveProperty("value", "bob");
  });

  it("keeps the draft during a detour to create a missing choice", async () => {
    const user = await panel.open("/customer/create");
    await user.type(await field("External ID"), "C-77");
    await user.click(await screen.findByRole("button", { name: "Create billing profile" }));
    await waitFor(() => expect(window.location.hash).toBe("#/billing/create"));
    await chooseFirst(user, "Reseller");
    await user.type(await field("Handle"), "fresh");
    await user.type(await field("Name"), "Fresh profile");
    const release = panel.hold(
      (url) => window.location.hash === "#/customer/create" && url.startsWith("/api/billingprofiles/"),
    );
    await user.click(await create("Create billing profile"));
    await waitFor(() => expect(window.location.hash).toBe("#/customer/create"));
    expect(await field("External ID")).toHaveProperty("value", "C-77");
    // No id shows while the name is loading.
    const profile = screen.getByRole<HTMLInputElement>("combobox", { name: /^Billing profile/ });
    await waitFor(() => expect(profile.getAttribute("aria-busy")).toBe("true"));
    expect(profile.value).toBe("");
    release();
    await waitFor(() => expect(profile.value).toBe("Fresh profile"));
  });

  itRarely("names the waiting form during a detour, and restores it on return", async () => {
    const user = await panel.open("/customer/create");
    await user.type(await field("External ID"), "C-78");
    await user.click(await screen.findByRole("button", { name: "Create billing profile" }));
    await waitFor(() => expect(window.location.hash).toBe("#/billing/create"));
    expect(screen.queryByText(/is only partly filled in/)).toBeNull();
    panel.go("/domain");
    expect(await screen.findByText(/^“Create customer” is only partly filled in/)).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Go back to it" }));
    expect(await field("External ID")).toHaveProperty("value", "C-78");
    expect(screen.queryByText(/is only partly filled in/)).toBeNull();
  });
});
