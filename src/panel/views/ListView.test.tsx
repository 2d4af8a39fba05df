import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { openPanel } from "../../../tests/support/panel.tsx";
import { firstUnlessAll, itRarely } from "../../../tests/support/tiers.ts";

const panel = await openPanel();

/** The page's rows, once loaded. */
async function bodyRows(): Promise<HTMLElement[]> {
  await screen.findByText(/records? found/);
  const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  return rows.filter((row) => !row.querySelector("[scope=rowgroup]"));
}
const up = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-command="moveUp"]');
const titles = async () => (await bodyRows()).map((row) => within(row).getByRole("rowheader").textContent);
const searchBox = () => within(screen.getByRole("main")).getByRole("searchbox");
const lastList = (resource: string) =>
  new URL(panel.requests.findLast(({ url }) => url.startsWith(`/api/${resource}/?`))?.url ?? "", "http://panel");
const counted = (text: string) => screen.findByText(text, { selector: "[data-range]" });

/** Labels of the open menu, without their keys. */
const menuLabels = async () =>
  (await screen.findAllByRole("menuitem")).map((item) => item.querySelector(".MuiListItemText-root")?.textContent);

describe("the rows of a list", () => {
  it("start with the record's name, linked to its details", async () => {
    await panel.open("/domain");
    expect((await titles()).slice(0, 2)).toEqual(["voip.platform.example", "sip.albion-voice.example"]);
    const link = screen.getByRole("link", { name: "sip.albion-voice.example" });
    expect(link.getAttribute("href")).toBe("#/domain/2/details");
    expect(await counted("1–10 of 19")).toBeTruthy();
  });

  it("are sorted by a heading, and reversed on a second click", async () => {
    const user = await panel.open("/domain");
    await bodyRows();
    const heading = screen.getByRole("columnheader", { name: "Domain" });
    await user.click(within(heading).getByRole("button"));
    await waitFor(() => expect(heading.getAttribute("aria-sort")).toBe("ascending"));
    await user.click(within(heading).getByRole("button"));
    await waitFor(() => expect(heading.getAttribute("aria-sort")).toBe("descending"));
    await waitFor(async () => expect((await titles())[0]).toBe("voip.platform.example"));
    expect(lastList("domains").searchParams.get("order_by")).toBe("domain");
  });

  it.each(firstUnlessAll(["", "/model", "/config", "/profile", "/firmware"]))(
    "of devices name their reseller, by whom they are found: /device%s",
    async (part) => {
      await panel.open(`/device${part}?filter=${encodeURIComponent(JSON.stringify({ reseller_id: "2" }))}`);
      const rows = await bodyRows();
      expect(screen.getByRole("columnheader", { name: "Reseller" })).toBeTruthy();
      expect(rows.map((row) => within(row).getByRole("cell", { name: "Albion Voice" }))).not.toEqual([]);
      expect(await screen.findByRole("button", { name: "Reseller Albion Voice" })).toBeTruthy();
    },
  );

  it("show the chosen columns, also on the next visit", async () => {
    const user = await panel.open("/customer");
    await bodyRows();
    await user.click(screen.getByRole("button", { name: "Columns" }));
    const menu = await screen.findByRole("dialog", { name: "Columns" });
    await user.click(within(menu).getByRole("checkbox", { name: "Created" }));
    await user.click(within(menu).getByRole("checkbox", { name: "Product" }));
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("link", { name: "Domains" }));
    await screen.findByRole("heading", { name: "Domains" });
    await user.click(screen.getByRole("link", { name: "Customers" }));
    expect(await screen.findByRole("columnheader", { name: "Created" })).toBeTruthy();
    expect(screen.queryByRole("columnheader", { name: "Product" })).toBeNull();
  });
});

describe("paging", () => {
  it("keeps the focus on the button, and the rows until the next page has loaded", async () => {
    const user = await panel.open("/domain");
    await bodyRows();
    const next = screen.getByRole("button", { name: "Next page" });
    await user.click(next);
    expect(await counted("11–19 of 19")).toBeTruthy();
    expect(document.activeElement).toBe(next);
    expect(next.getAttribute("aria-disabled")).toBe("true");
    expect(window.location.hash).toContain("page=2");
  });

  it("asks once for each page, and so do an order and a filter", async () => {
    const user = await panel.open("/domain");
    await bodyRows();
    const asked = async (change: () => Promise<void>, seen: string) => {
      panel.requests.length = 0;
      await change();
      await counted(seen);
      await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false"));
      return panel.requests.filter(({ url }) => url.startsWith("/api/domains/?")).length;
    };
    const heading = within(screen.getByRole("columnheader", { name: "Domain" })).getByRole("button");
    expect(await asked(() => user.click(screen.getByRole("button", { name: "Next page" })), "11–19 of 19")).toBe(1);
    expect(await asked(() => user.click(heading), "1–10 of 19")).toBe(1);
    expect(await asked(() => user.type(searchBox(), "bay{Enter}"), "1–4 of 4")).toBe(1);
  });

  it("builds on changes of the same moment", async () => {
    await panel.open("/domain?perPage=5");
    await bodyRows();
    const heading = within(screen.getByRole("columnheader", { name: "Domain" })).getByRole("button");
    heading.click();
    screen.getByRole("button", { name: "Next page" }).click();
    screen.getByRole("button", { name: "Next page" }).click();
    expect(await counted("11–15 of 19")).toBeTruthy();
    expect(window.location.hash).toMatch(/perPage=5&.*sort=domain&order=ASC&page=3$/);
  });

  it("shows an estimated total where counting is slow, and counts for the last page", async () => {
    panel.intercept = ({ url }) => {
      if (!/^\/api\/domains\/\?page=1&rows=10&.*quick_count=1/.test(url)) return undefined;
      const items = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, domain: `d${index}.example` }));
      return Response.json({ _embedded: { "ngcp:domains": items }, total_count: null, total_estimate: 70_123 });
    };
    const user = await panel.open("/domain");
    expect(await counted("1–10 of about 70,123")).toBeTruthy();
    expect(screen.getByText("Page 1 of about 7,013")).toBeTruthy();
    expect(await screen.findByText(/^About 70.?123 records found/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Last page" }));
    expect(await counted("11–19 of 19")).toBeTruthy();
  });

  itRarely("names customers in other lists, linked, without asking for each", async () => {
    await panel.open("/subscriber");
    await bodyRows();
    const [customer] = screen.getAllByRole("link", { name: "Foxglove Bakery" });
    expect(customer?.getAttribute("href")).toBe("#/customer/2/details");
    expect(panel.requests.filter(({ url }) => url.startsWith("/api/customers"))).toEqual([]);
  });

  itRarely("remembers the page size", async () => {
    const user = await panel.open("/domain");
    await bodyRows();
    await user.selectOptions(screen.getByRole("combobox", { name: "Rows per page" }), "50");
    expect(await counted("1–19 of 19")).toBeTruthy();
    expect(JSON.parse(localStorage.getItem("aui_preferences.list.domains") ?? "")).toEqual({ perPage: 50 });
  });
});

describe("filters", () => {
  it("match anywhere in the text as the user types", async () => {
    const user = await panel.open("/domain");
    await bodyRows();
    await user.type(searchBox(), "bayview");
    await waitFor(async () => expect(await titles()).toContain("sip.bayview-telecom.example"));
    await waitFor(() => expect(screen.queryByText("sip.spreeklang.example")).toBeNull());
    expect(lastList("domains").searchParams.get("domain")).toBe("*bayview*");
  });

  it("show an empty state, and can be cleared", async () => {
    const user = await panel.open("/domain");
    await bodyRows();
    await user.type(searchBox(), "nowhere{Enter}");
    expect(await screen.findByText("Nothing matches these filters.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await counted("1–10 of 19")).toBeTruthy();
    expect(searchBox()).toHaveProperty("value", "");
  });

  it("set by default are removable chips", async () => {
    const user = await panel.open("/customer");
    await bodyRows();
    expect(screen.getByRole("button", { name: "Status Active, Locked, Pending" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remove filter Status" }));
    await waitFor(() => expect(lastList("customers").searchParams.has("status")).toBe(false));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add filter" }));
  });

  it("are added and set by keyboard", async () => {
    const user = await panel.open("/customer");
    await bodyRows();
    screen.getByRole("button", { name: "Add filter" }).focus();
    await user.keyboard("{Enter}");
    (await screen.findByRole("menuitem", { name: "Product" })).focus();
    await user.keyboard("{Enter}");
    const choice = await screen.findByRole("radio", { name: "Cloud PBX account" });
    await waitFor(() => expect(screen.getByRole("radio", { name: "Basic SIP account" })).toBe(document.activeElement));
    await user.click(choice);
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("button", { name: "Product Cloud PBX account" })).toBeTruthy();
    await waitFor(() => expect(lastList("customers").searchParams.get("type")).toBe("pbxaccount"));
  });

  it("by a time offer periods and both of its sides, and refuse what is no time at its field", async () => {
    const user = await panel.open("/customer?filter={}");
    await bodyRows();
    await user.click(screen.getByRole("button", { name: "Add filter" }));
    await user.click(await screen.findByRole("menuitem", { name: "Created after" }));
    const from = await screen.findByRole("textbox", { name: "Created after" });
    await user.type(from, "yesterday");
    const before = panel.requests.length;
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(from.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText(/^Type a date like/)).toBeTruthy();
    expect(panel.requests.slice(before)).toEqual([]);
    screen.getByRole("button", { name: "Last 7 days" }).focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByRole("button", { name: "Created Last 7 days" })).toBeTruthy();
    await waitFor(() => expect(lastList("customers").searchParams.has("create_timestamp_lt")).toBe(true));
    await user.click(screen.getByRole("button", { name: "Remove filter Created" }));
    await waitFor(() => expect(lastList("customers").searchParams.has("create_timestamp_gt")).toBe(false));
    await user.click(screen.getByRole("button", { name: "Add filter" }));
    await user.click(await screen.findByRole("menuitem", { name: "Created after" }));
    await user.type(await screen.findByRole("textbox", { name: "Created after" }), "2026-01-02");
    await user.type(screen.getByRole("textbox", { name: "Created before" }), "2026-02-01");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(() => {
      const sent = Object.fromEntries(lastList("customers").searchParams);
      expect(sent.create_timestamp_gt).toBe("2026-01-02T00:00:00Z");
      expect(sent.create_timestamp_lt).toBe("2026-02-01T00:00:00Z");
    });
  });

  it("by an amount are sent in the field's own unit", async () => {
    const user = await panel.open("/customer/2/details/top-up-log?filter={}");
    await user.click(await screen.findByRole("button", { name: "Add filter" }));
    await user.click(await screen.findByRole("menuitem", { name: "Amount at least" }));
    await user.type(await screen.findByRole("textbox", { name: "Amount at least" }), "5.50");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(lastList("topuplogs").searchParams.get("amount_above")).toBe("5.5"));
  });

  it("of an address that cannot be read are not sent, and no rows are shown for them", async () => {
    const filter = encodeURIComponent(JSON.stringify({ status: "nosuch", nobody: "x" }));
    const user = await panel.open(`/customer?filter=${filter}`);
    expect(await screen.findByText("“nosuch” is not a value of the filter “Status”.")).toBeTruthy();
    expect(screen.getByText("There is no filter “nobody” here.")).toBeTruthy();
    expect(within(screen.getByRole("main")).queryByRole("table")).toBeNull();
    expect(panel.requests.filter(({ url }) => url.startsWith("/api/customers/?"))).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await waitFor(async () => expect((await bodyRows()).length).toBeGreaterThan(0));
  });

  it("by a record search on the server and show its title", async () => {
    const user = await panel.open("/domain");
    await bodyRows();
    await user.click(screen.getByRole("button", { name: "Add filter" }));
    await user.click(await screen.findByRole("menuitem", { name: "Reseller" }));
    await user.type(await screen.findByRole("combobox", { name: "Reseller" }), "spree");
    await user.click(await screen.findByRole("option", { name: /Spreeklang/ }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    expect(await screen.findByRole("button", { name: "Reseller Spreeklang" })).toBeTruthy();
    expect(lastList("domains").searchParams.get("reseller_id")).toBe("3");
  });

  it("of a nested list do not leak to another parent with the same id", async () => {
    const user = await panel.open("/customer/10/details/subscribers");
    await bodyRows();
    await user.type(searchBox(), "nobody{Enter}");
    await waitFor(() => expect(String(lastList("subscribers").searchParams)).toContain("nobody"));
    panel.go("/contact/10/details/subscribers");
    await waitFor(() => expect(lastList("subscribers").searchParams.get("contact_id")).toBe("10"));
    expect(String(lastList("subscribers").searchParams)).not.toContain("nobody");
    await waitFor(() => expect(searchBox()).toHaveProperty("value", ""));
  });

  itRarely("of lists that share a URL are restored on return", async () => {
    const user = await panel.open("/contact?resource=systemcontacts");
    await bodyRows();
    await user.type(searchBox(), "spreeklang{Enter}");
    await waitFor(async () => expect(await titles()).toEqual(["contracts@spreeklang.example"]));
    await user.click(screen.getByRole("link", { name: "Customer contacts" }));
    await screen.findByRole("heading", { name: "Customer contacts" });
    await user.click(screen.getByRole("link", { name: "System contacts" }));
    await waitFor(async () => expect(await titles()).toEqual(["contracts@spreeklang.example"]));
    expect(searchBox()).toHaveProperty("value", "spreeklang");
  });
});

describe("changing a value in its row", () => {
  it("saves a switch on toggle", async () => {
    const user = await panel.open("/sound");
    const [flip] = await screen.findAllByRole<HTMLElement>("switch", { name: /^Visible to the customer/ });
    if (!flip) throw new Error("no sound set");
    const before = flip.getAttribute("aria-checked") === "true";
    await user.click(flip);
    await waitFor(() => expect(flip.getAttribute("aria-busy")).toBe("false"));
    const [written = ""] = panel.written();
    expect(written).toMatch(/^PATCH \/api\/soundsets\//);
    expect((await panel.read(written.slice(6))).expose_to_customer).toBe(!before);
  });

  it("reverts a refused switch, and says why", async () => {
    const user = await panel.open("/sound");
    const [flip] = await screen.findAllByRole<HTMLElement>("switch", { name: /^Visible to the customer/ });
    if (!flip) throw new Error("no sound set");
    const before = flip.getAttribute("aria-checked");
    panel.intercept = ({ method }) =>
      method === "PATCH" ? Response.json({ code: 423, message: "Locked just now" }, { status: 423 }) : undefined;
    await user.click(flip);
    expect((await screen.findByRole("alert")).textContent).toContain("Locked just now");
    expect(flip.getAttribute("aria-checked")).toBe(before);
  });

  it("saves text on Enter and restores the focus", async () => {
    const user = await panel.open("/customer");
    await bodyRows();
    const edit = () => screen.getByRole("button", { name: /^External ID of Foxglove Bakery/ });
    await user.click(edit());
    await user.clear(screen.getByRole("textbox", { name: /^External ID/ }));
    await user.keyboard("GB-1{Enter}");
    await waitFor(() => expect(edit().textContent).toBe("GB-1"));
    expect(document.activeElement).toBe(edit());
    await waitFor(() => expect(panel.written()).toContain("PATCH /api/customers/2"));
  });

  it("discards text on Escape", async () => {
    const user = await panel.open("/customer");
    await bodyRows();
    await user.click(screen.getByRole("button", { name: /^External ID of Tidewater/ }));
    await user.keyboard("other{Escape}");
    const edit = await screen.findByRole("button", { name: /^External ID of Tidewater/ });
    expect(edit.textContent).toBe("GB-10008");
    expect(panel.written()).toEqual([]);
  });

  it("validates a value with the messages of its form", async () => {
    const user = await panel.open("/customer");
    await bodyRows();
    await user.click(screen.getByRole("button", { name: /^Maximum subscribers of Foxglove Bakery/ }));
    await user.clear(screen.getByRole("textbox", { name: /^Maximum subscribers/ }));
    await user.keyboard("-1{Enter}");
    expect((await screen.findByRole("alert")).textContent).toMatch(/0/);
    const edit = await screen.findByRole("button", { name: /^Maximum subscribers of Foxglove Bakery/ });
    expect(edit.textContent).toBe("40");
  });
});

describe("the actions of a row", () => {
  it("are all in its menu, with a verb for ending the record", async () => {
    const user = await panel.open("/customer");
    await bodyRows();
    await user.click(screen.getByRole("button", { name: "Actions for Foxglove Bakery" }));
    expect(await menuLabels()).toEqual([
      ...["Edit", "Details", "Preferences", "Copy link", "Set pending", "Lock", "Change billing"],
      "Terminate customer",
    ]);
    expect(screen.getByRole("menuitem", { name: "Edit" }).getAttribute("href")).toBe("#/customer/2/edit");
  });

  it("are run by their keys, in the menu that m opens", async () => {
    const user = await panel.open("/customer");
    const row = (await screen.findByRole("button", { name: "Actions for Foxglove Bakery" })).closest("tr");
    row?.querySelector<HTMLElement>("th a")?.focus();
    await user.keyboard("m");
    await screen.findAllByRole("menuitem");
    await user.keyboard("l");
    expect(await screen.findByRole("dialog", { name: /^Lock: / })).toBeTruthy();
  });

  it("asks before removing a record, names it and its dependents, and then focuses the next row", async () => {
    const user = await panel.open("/rewrite");
    await bodyRows();
    await user.click(screen.getByRole("button", { name: "Actions for gb_e164" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete rewrite rule set" }));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete rewrite rule set" });
    expect(dialog.textContent).toContain("gb_e164 will be deleted");
    expect(await within(dialog).findByText("Rewrite rules: 10")).toBeTruthy();
    await user.click(within(dialog).getByRole("button", { name: "Delete rewrite rule set" }));
    await waitFor(() => expect(screen.queryByText("gb_e164")).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe("de_e164"));
    // It may have been tried before.
    const written = panel.written().filter((request) => !request.includes("preview"));
    expect(written).toEqual(["DELETE /api/rewriterulesets/1"]);
  });

  it("show a refusal in the confirmation", async () => {
    const user = await panel.open("/reseller");
    await bodyRows();
    panel.intercept = ({ method }) =>
      method === "PATCH" ? Response.json({ code: 403, message: "Not this one" }, { status: 403 }) : undefined;
    await user.click(screen.getByRole("button", { name: "Actions for Albion Voice" }));
    await user.click(await screen.findByRole("menuitem", { name: "Terminate reseller" }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: "Terminate reseller" }));
    const alert = await within(dialog).findByRole("alert");
    expect(within(alert).getByText("Not this one")).toBeTruthy();
    await user.click(within(alert).getByRole("button", { name: /^Why can’t I remove this/ }));
    const why = await screen.findByRole("dialog", { name: /^Why can’t I remove this/ });
    expect(within(why).getByText(/the platform has refused it here/)).toBeTruthy();
    await user.click(within(why).getByRole("button", { name: "Close" }));
    await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
    // The reseller and its contract.
    expect(screen.getAllByRole("link", { name: "Albion Voice" })).toHaveLength(2);
  });

  it("do not offer to end a record that the platform needs", async () => {
    const user = await panel.open("/reseller");
    await bodyRows();
    await user.click(screen.getByRole("button", { name: "Actions for default" }));
    expect(await screen.findByRole("menuitem", { name: "Edit" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Terminate reseller" })).toBeNull();
  });

  it("move a row among its siblings and keep the focus on its button", async () => {
    const user = await panel.open("/rewrite/3/details/rules");
    const before = await titles();
    const row = (await bodyRows()).find((one) => up(one)?.getAttribute("aria-disabled") === "false");
    if (!row) throw new Error("no row to move");
    await user.click(within(row).getByRole("button", { name: /^Move .* up$/ }));
    expect(await screen.findByText(/Moved up/)).toBeTruthy();
    expect(await titles()).not.toEqual(before);
    expect(document.activeElement?.getAttribute("data-command")).toBe("moveUp");
    expect(document.activeElement?.closest("tr")?.dataset.id).toBe(row.dataset.id);
  });

  it("show the groups that rows move in, and stop at their ends", async () => {
    const user = await panel.open("/rewrite/3/details/rules");
    await bodyRows();
    const groups = screen
      .getAllByRole("rowgroup")
      .filter((group) => within(group).queryByRole("rowheader", { name: /:/ }));
    expect(groups.map((group) => group.querySelector("tr")?.textContent)).toEqual([
      "Direction: Inbound · Field: Callee",
      "Direction: Inbound · Field: Caller",
      "Direction: Outbound · Field: Callee",
      "Direction: Outbound · Field: Caller",
    ]);
    for (const group of groups) {
      const rows = [...group.querySelectorAll<HTMLElement>("tr[data-id]")];
      expect(rows.map((row) => up(row)?.getAttribute("aria-disabled"))).toEqual(rows.map((_, at) => String(at === 0)));
    }
    const [first] = groups[1]?.querySelectorAll<HTMLElement>("tr[data-id]") ?? [];
    if (!first) throw new Error("no row");
    await user.click(up(first) as HTMLElement);
    await user.click(within(first).getByRole("button", { name: /^Actions for/ }));
    const item = await screen.findByRole("menuitem", { name: "Move up" });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(panel.written()).toEqual([]);
  });
});

it("do not move rows where the platform does not do it itself", async () => {
  panel.intercept = ({ url }) =>
    url.startsWith("/api/platforminfo") ? Response.json({ type: "sppro", extensions: [] }) : undefined;
  const user = await panel.open("/rewrite/3/details/rules");
  const [row] = await bodyRows();
  if (!row) throw new Error("no row");
  expect(up(row)).toBeNull();
  await user.click(within(row).getByRole("button", { name: /^Actions for/ }));
  expect(await menuLabels()).toEqual(["Edit", "Details", "Copy link", "Delete rewrite rule"]);
});

it("creating has a button for each variant in the schema", async () => {
  await panel.open("/contract");
  await bodyRows();
  const ways = screen.getAllByRole("link", { name: /^Create/ }).map((link) => link.getAttribute("href"));
  expect(ways).toEqual(["#/contract/peering/create", "#/contract/reseller/create"]);
});

describe("a list that cannot load", () => {
  it("shows an empty state with a button to create the first record", async () => {
    panel.intercept = ({ url }) => (url.startsWith("/api/domains/") ? Response.json({ total_count: 0 }) : undefined);
    await panel.open("/domain");
    expect(await screen.findByText("Nothing here yet.")).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "Create domain" })).toHaveLength(2);
  });

  it("says when the platform forbids it", async () => {
    panel.intercept = ({ url }) =>
      url.startsWith("/api/domains/") ? Response.json({ code: 403, message: "Forbidden" }, { status: 403 }) : undefined;
    await panel.open("/domain");
    expect(await screen.findByText("You are not allowed to see this.")).toBeTruthy();
  });
});
