import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPanel } from "../../../tests/support/panel.tsx";
import { itRarely } from "../../../tests/support/tiers.ts";

const panel = await openPanel();

const address = "/domain/1/preferences";
const stored = () => panel.read("/api/domainpreferences/1");
const search = () => screen.findByRole("searchbox", { name: "Search preferences" });
const row = (label: string) => screen.findByRole("group", { name: label });

describe("preferences", () => {
  it("are grouped, collapsed at first, and searchable", async () => {
    const user = await panel.open(address);
    const groups = await screen.findAllByRole("button", { name: /preferences?, \d+ set/ });
    expect(groups.length).toBeGreaterThan(5);
    expect(screen.queryAllByRole("switch")).toHaveLength(1);
    await user.type(await search(), "t38 ecm");
    await waitFor(async () => {
      const marks = (await row("T.38 without ECM")).querySelectorAll("mark");
      expect([...marks].map((mark) => mark.textContent)).toEqual(["ECM", "T38", "ECM"]);
    });
    await waitFor(() => expect(window.location.hash).toContain("search=t38"));
  });

  it("open with what is set, then what is inherited and from where; each leads to its input", async () => {
    const user = await panel.open("/subscriber/1/preferences");
    const own = within(await screen.findByRole("region", { name: "Set here" }));
    const inherited = within(await screen.findByRole("region", { name: "Inherited" }));
    expect(inherited.getAllByText(/from the (?:profile|domain)$/).length).toBeGreaterThan(0);
    const [first] = own.getAllByRole("button");
    const label = String(first?.textContent);
    await user.click(first as HTMLElement);
    const opened = await row(label);
    await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true));
    await user.type(await search(), "t38 ecm");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Set here" })).toBeNull());
  });

  it("save a switch on toggle, and remove it when toggled back", async () => {
    const user = await panel.open(`${address}?search=T38_no_ECM`);
    const flip = await screen.findByRole("switch", { name: "T.38 without ECM" });
    await user.click(flip);
    await waitFor(async () => expect(await stored()).toMatchObject({ T38_no_ECM: true }));
    await waitFor(() => expect(flip).toHaveProperty("disabled", false));
    await user.click(flip);
    await waitFor(async () => expect(await stored()).not.toHaveProperty("T38_no_ECM"));
    expect(panel.requests.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      [{ op: "add", path: "/T38_no_ECM", value: true }],
      [{ op: "remove", path: "/T38_no_ECM" }],
    ]);
  });

  it("save a number on Enter, reject letters, and clear it", async () => {
    const user = await panel.open(`${address}?search=concurrent_max`);
    const group = within(await row("Concurrent calls"));
    const input = await group.findByRole("textbox");
    await user.type(input, "12x");
    expect(group.getByText("Only whole numbers")).toBeTruthy();
    expect(group.queryByRole("button", { name: /^Save/ })).toBeNull();
    await user.type(input, "{Backspace}{Enter}");
    await waitFor(async () => expect(await stored()).toMatchObject({ concurrent_max: 12 }));
    await user.click(await group.findByRole("button", { name: /^Clear/ }));
    await waitFor(async () => expect(await stored()).not.toHaveProperty("concurrent_max"));
  });

  it("mask a password, and show it on request", async () => {
    const user = await panel.open("/device/1/preferences?search=admin_pass");
    const password = within(await row("Administrator password"));
    const input = password.getByLabelText("Administrator password") as HTMLInputElement;
    await user.type(input, "4711");
    expect(input.type).toBe("password");
    await user.click(password.getByRole("button", { name: "Show password" }));
    expect(input.type).toBe("text");
    await user.keyboard("{Escape}");
  });

  it("say that they are saved, and can be undone", async () => {
    const user = await panel.open(`${address}?search=concurrent_max`);
    const group = within(await row("Concurrent calls"));
    await user.type(await group.findByRole("textbox"), "7{Enter}");
    const notice = await screen.findByText("Concurrent calls saved");
    expect(notice.closest("[role=status]")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(async () => expect(await stored()).not.toHaveProperty("concurrent_max"));
    expect(await screen.findByText("1 change undone")).toBeTruthy();
  });

  it("show a refusal that is about another preference at that one too, and lead to it", async () => {
    const error = {
      ...{ pointer: "/sst_expires", rule: "business", key: "preferences.rules.greater" },
      params: { than: "sst_min_timer" },
    };
    const refusal = { code: 422, message: "Validation failed", errors: [error] };
    panel.intercept = ({ method }) => (method === "PATCH" ? Response.json(refusal, { status: 422 }) : undefined);
    const user = await panel.open(`${address}?search=sst_min_timer`);
    await user.type(await within(await row("Minimum refresh interval")).findByRole("textbox"), "600{Enter}");
    const told = await screen.findByRole("alert");
    expect(told.textContent).toMatch(/: Must be greater than [A-Z]/);
    expect(told.textContent).not.toContain("sst_min_timer");
    await user.click(within(told).getByRole("button"));
    await waitFor(() => expect(document.activeElement?.id).toContain("sst_expires"));
    expect(document.activeElement?.closest("[role=group]")?.textContent).toContain("Must be greater than");
  });

  it("save chips one by one and mark a wrong one in place", async () => {
    const user = await panel.open(`${address}?search=man_allowed_ips`);
    const group = screen.findByRole("group", { name: /addresses/ });
    const input = await within(await group).findByRole("combobox");
    await user.type(input, "192.0.2.0/24{Enter}");
    await waitFor(async () => expect(await stored()).toMatchObject({ man_allowed_ips: ["192.0.2.0/24"] }));
    await user.type(input, "192.0.2.300{Enter}");
    expect(await screen.findByRole("button", { name: /192\.0\.2\.300: Not valid/ })).toBeTruthy();
    await user.type(input, "2001:db8::1{Enter}");
    await waitFor(async () =>
      expect(await stored()).toMatchObject({ man_allowed_ips: ["192.0.2.0/24", "2001:db8::1"] }),
    );
    expect(screen.getByRole("button", { name: /192\.0\.2\.300: Not valid/ })).toBeTruthy();
  });

  itRarely("take further chips while one is being saved", async () => {
    const user = await panel.open(`${address}?search=man_allowed_ips`);
    const input = await within(await screen.findByRole("group", { name: /addresses/ })).findByRole("combobox");
    const release = panel.hold((url) => url.startsWith("/api/domainpreferences/1"));
    await user.type(input, "198.51.100.7{Enter}198.51.100.8{Enter}198.51.100.9");
    expect(screen.getByText("198.51.100.7")).toBeTruthy();
    expect(screen.getByText("198.51.100.8")).toBeTruthy();
    release();
    const saved = expect.arrayContaining(["198.51.100.7", "198.51.100.8"]);
    await waitFor(async () => expect(await stored()).toMatchObject({ man_allowed_ips: saved }));
    await waitFor(() => expect(screen.queryByRole("progressbar", { name: /Saving/ })).toBeNull());
    expect(screen.getByText("198.51.100.8")).toBeTruthy();
    expect(input).toHaveProperty("value", "198.51.100.9");
  });

  itRarely("save the name of a chosen record of the owner's reseller, and clear it", async () => {
    const user = await panel.open("/domain/2/preferences?search=rewrite_rule_set");
    const { reseller_id: reseller } = await panel.read("/api/domains/2");
    const now = () => panel.read("/api/domainpreferences/2");
    const picker = await screen.findByRole("combobox", { name: "Rewrite rule set" });
    await user.click(picker);
    const choices = await within(await screen.findByRole("listbox")).findAllByRole("option");
    const asked = panel.requests.find(
      ({ url }) => url.startsWith("/api/rewriterulesets/") || url.startsWith("/rewrite/"),
    );
    expect(asked?.url).toContain(`reseller_id=${reseller}`);
    await user.click(choices[0] as HTMLElement);
    await waitFor(async () => expect(await now()).toHaveProperty("rewrite_rule_set", expect.any(String)));
    expect(panel.requests.findLast(({ method }) => method === "PATCH")?.body).toMatchObject([
      { path: "/rewrite_rule_set", value: expect.stringMatching(/\D/) },
    ]);
    await user.click(await screen.findByTitle("Clear Rewrite rule set"));
    await waitFor(async () => expect(await now()).not.toHaveProperty("rewrite_rule_set"));
  });

  it("show a refusal at its preference, and keep the typed value", async () => {
    const user = await panel.open(`${address}?search=sst_`);
    const expires = within(await row("Refresh interval"));
    const least = within(await row("Minimum refresh interval"));
    await user.type(await least.findByRole("textbox"), "600{Enter}");
    await waitFor(async () => expect(await stored()).toMatchObject({ sst_min_timer: 600 }));
    await user.type(await expires.findByRole("textbox"), "90{Enter}");
    expect(await expires.findByText("Must be greater than Minimum refresh interval")).toBeTruthy();
    expect(expires.getByRole("textbox")).toHaveProperty("value", "90");
    expect(least.queryByText("Must be greater than Minimum refresh interval")).toBeNull();
    await user.click(expires.getByRole("button", { name: /^Reset/ }));
    expect(expires.getByRole("textbox")).toHaveProperty("value", "");
  });

  it("revert a refused switch, with the platform's reason", async () => {
    const user = await panel.open(`${address}?search=T38_decode`);
    const flip = await screen.findByRole<HTMLInputElement>("switch", { name: "Decode T.38" });
    panel.intercept = ({ method }) =>
      method === "PATCH"
        ? Response.json({ code: 422, message: "Not while faxes are sent" }, { status: 422 })
        : undefined;
    await user.click(flip);
    expect(await screen.findByText("Not while faxes are sent")).toBeTruthy();
    await waitFor(() => expect(flip.checked).toBe(false));
  });

  itRarely("can be limited to those that are set", async () => {
    const user = await panel.open(`${address}?search=concurrent_max`);
    await user.type(await within(await row("Concurrent calls")).findByRole("textbox"), "7{Enter}");
    await waitFor(async () => expect(await stored()).toMatchObject({ concurrent_max: 7 }));
    await user.clear(await search());
    await user.click(screen.getByRole("switch", { name: "Only set preferences" }));
    expect(await row("Concurrent calls")).toBeTruthy();
    expect(screen.queryByRole("switch", { name: "Decode T.38" })).toBeNull();
  });

  it("keep drafts while searching, and ask before leaving the page", async () => {
    const user = await panel.open(`${address}?search=concurrent_max_total`);
    const input = async () => within(await row("Concurrent calls, all")).findByRole("textbox");
    await user.type(await input(), "33");
    await user.clear(await search());
    await user.type(await search(), "t38");
    await row("T.38 without ECM");
    await user.clear(await search());
    await user.type(await search(), "concurrent_max_total");
    expect(await input()).toHaveProperty("value", "33");
    await user.click(screen.getByRole("link", { name: "Customers" }));
    expect(await screen.findByRole("alertdialog", { name: "Leave without saving?" })).toBeTruthy();
    // The last search is not in the URL yet: writing it now would dismiss the dialog.
    await user.click(screen.getByRole("button", { name: "Stay" }));
    await waitFor(() => expect(window.location.hash).toBe("#/domain/1/preferences?search=concurrent_max_total"));
    expect(await input()).toHaveProperty("value", "33");
  });

  it("are read-only for users who may not change the owner", async () => {
    await panel.open(`${address}?search=T38_decode`, "superuserReadOnly");
    expect(await screen.findByRole("switch", { name: "Decode T.38" })).toHaveProperty("disabled", true);
  });

  it("say when nothing matches, and when they cannot be loaded", async () => {
    const user = await panel.open(`${address}?search=unheard-of`);
    expect(await screen.findByText("No preference matches.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show all" }));
    expect((await screen.findAllByRole("button", { name: /preferences?, \d+ set/ })).length).toBeGreaterThan(5);
    panel.leave();
    const failing = panel.open("/domain/2/preferences");
    panel.intercept = ({ url }) =>
      url.includes("domainpreferencedefs")
        ? Response.json({ code: 500, message: "Broken" }, { status: 500 })
        : undefined;
    const again = await failing;
    const retry = await screen.findByRole("button", { name: /again|retry/i });
    panel.intercept = undefined;
    await again.click(retry);
    expect(await search()).toBeTruthy();
  });
});

describe("preferences of others than domains", () => {
  it("show the effective value while nothing is set, and its source", async () => {
    const { profile_id: profile } = await panel.read("/api/subscribers/109");
    expect(profile).toBe(1);
    const user = await panel.open("/subscriber/109/preferences?search=concurrent_max");
    const group = within(await row("Concurrent calls"));
    expect(await group.findByText("In force: 2, from the profile")).toBeTruthy();
    await user.type(await group.findByRole("textbox"), "9{Enter}");
    expect(await group.findByText("Set here")).toBeTruthy();
    await user.click(await group.findByRole("button", { name: /^Clear/ }));
    expect(await group.findByText("In force: 2, from the profile")).toBeTruthy();
    await user.clear(await search());
    await user.type(await search(), "sst_min_timer");
    expect(
      await within(await row("Minimum refresh interval")).findByText("In force: 90, from the domain"),
    ).toBeTruthy();
  });

  it("show the same on platforms that do not report it", async () => {
    panel.intercept = ({ url }) => (url.startsWith("/api/platforminfo") ? Response.json({ type: "sppro" }) : undefined);
    await panel.open("/subscriber/109/preferences?search=concurrent_max");
    expect(await within(await row("Concurrent calls")).findByText("In force: 2, from the profile")).toBeTruthy();
    expect(panel.requests.some(({ url }) => url.includes("effective"))).toBe(false);
    expect(panel.requests.some(({ url }) => url.startsWith("/api/profilepreferences/1"))).toBe(true);
    panel.intercept = undefined;
  });

  it("are locked for customer care where only administrators may set them", async () => {
    await panel.open("/subscriber/2/preferences?search=block_in_mode", "ccareSuperuser");
    const theirs = within(await row("Administrative: incoming list is an allow list"));
    expect(theirs.getByText("Administrators only")).toBeTruthy();
    expect(await theirs.findByRole("switch")).toHaveProperty("disabled", true);
    expect(await within(await row("Incoming list is an allow list")).findByRole("switch")).toHaveProperty(
      "disabled",
      false,
    );
  });

  itRarely("accept a file, refuse other types in place, and remove it after confirmation", async () => {
    const user = await panel.open("/subscriber/3/preferences?search=emergency_location_object");
    const now = () => panel.read("/api/subscriberpreferences/3");
    const group = await row("Emergency location");
    const picker = group.querySelector<HTMLInputElement>("input[type=file]");
    if (!picker) throw new Error("no file can be chosen");
    picker.accept = "";
    await user.upload(picker, new File(["x"], "x.png", { type: "image/png" }));
    expect(await within(group).findByText(/Only these types/)).toBeTruthy();
    await user.upload(picker, new File(["<a/>"], "a.xml", { type: "text/xml" }));
    await waitFor(async () =>
      expect(await now()).toMatchObject({ emergency_location_object: { content_type: "text/xml", data: "#blob" } }),
    );
    await user.click(await within(group).findByRole("button", { name: "Remove Emergency location" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Remove Emergency location?" }));
    await user.click(question.getByRole("button", { name: "Remove" }));
    await waitFor(async () => expect(await now()).not.toHaveProperty("emergency_location_object"));
  });

  itRarely("are kept apart for each location of a customer", async () => {
    const locations = await panel.read("/api/customerlocations/?name=Head+office&rows=1");
    const [office] = (locations._embedded as unknown as Record<string, { id: number; contract_id: number }[]>)[
      "ngcp:customerlocations"
    ] as [{ id: number; contract_id: number }];
    const address = `/api/customerpreferences/${office.contract_id}`;
    const user = await panel.open(`/customer/${office.contract_id}/preferences?search=concurrent_max_total`);
    await user.click(await screen.findByRole("combobox", { name: /^Location/ }));
    await user.click(await screen.findByRole("option", { name: /Head office/ }));
    await waitFor(() => expect(window.location.hash).toContain(`location_id=${office.id}`));
    await waitFor(() => expect(panel.requests.some(({ url }) => url.includes(`location_id=${office.id}`))).toBe(true));
    await user.type(await within(await row("Concurrent calls, all")).findByRole("textbox"), "6{Enter}");
    await waitFor(async () =>
      expect(await panel.read(`${address}?location_id=${office.id}`)).toMatchObject({ concurrent_max_total: 6 }),
    );
    expect(await panel.read(address)).not.toMatchObject({ concurrent_max_total: 6 });
  });

  it.each([
    ["/reseller/2/preferences", "cdr_export_field_separator", "Field separator"],
    ["/customer/2/preferences", "ext_range_min", "Lowest extension"],
    ["/subscriberprofile/1/details/profile/1/preferences", "dnd", "Do not disturb"],
    ["/peering/1/details/server/1/preferences", "callee_busy_code", "Code: callee busy"],
  ])("open at %s", async (page, name, label) => {
    await panel.open(`${page}?search=${name}`);
    expect(await row(label)).toBeTruthy();
  });
});
