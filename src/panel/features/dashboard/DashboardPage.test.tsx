import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { accountOf } from "../../../../tests/support/accounts.ts";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { commonCallId } from "../../../core/telephony/sip/callId.ts";
import { resources } from "../../../generated/all.gen.ts";
import { currentSession } from "../../providers/session.ts";
import { counts } from "./DashboardPage.tsx";

const panel = await openPanel();

const tile = (name: string) => screen.findByRole("region", { name });
const titles = () =>
  within(screen.getByRole("main"))
    .getAllByRole("heading", { level: 2 })
    .map(({ textContent }) => textContent);
const numbers = async () => {
  const strip = await screen.findByRole("list", { name: "Totals" });
  await waitFor(() =>
    expect(
      within(strip)
        .getAllByRole("link")
        .every((link) => /^\d/.test(link.textContent)),
    ).toBe(true),
  );
  return within(strip)
    .getAllByRole("link")
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);
};

describe("the dashboard of a superuser", () => {
  it("counts what the lists show by default, each number linked to its list", async () => {
    await panel.open("/dashboard");
    const shown = await numbers();
    expect(shown).toContain("4Resellers #/reseller");
    expect(shown).toContain("400Subscribers #/subscriber");
    const { total_count } = await panel.read("/api/customers/?status=active,locked,pending&rows=1");
    expect(shown).toContain(`${total_count}Customers #/customer`);
    for (const { resource, filter = {} } of counts) {
      expect(resources[resource]?.descriptor.list.filterDefaultValues ?? {}, resource).toEqual(filter);
    }
  });

  it("names what needs attention, each line linked to exactly these records", async () => {
    await panel.open("/dashboard");
    const attention = within(await tile("Needs attention"));
    const link = await attention.findByRole("link", { name: "1 customer is locked" });
    expect(decodeURIComponent(link.getAttribute("href") ?? "")).toBe('#/customer?filter={"status":"locked"}');
    expect(attention.getByRole("link", { name: "Redcar Cycles" }).getAttribute("href")).toMatch(
      /^#\/customer\/\d+\/details$/,
    );
    expect(attention.getByText("All services running")).toBeTruthy();
    expect(attention.queryByText(/peering server/)).toBeNull();
  });

  it("shows calls as a chart with a description, and as a table whose hours link to their calls", async () => {
    const user = await panel.open("/dashboard");
    const calls = within(await tile("Calls"));
    const picture = await calls.findByRole("img", { name: /^Calls of the last 24 hours/ });
    expect(picture.getAttribute("aria-labelledby")?.split(" ")).toHaveLength(2);
    expect(picture.querySelector("desc")?.textContent).toMatch(/\d+ calls?, \d+% answered/);
    await user.click(calls.getByRole("button", { name: "14 days" }));
    await calls.findByRole("img", { name: /^Calls of the last 14 days/ });
    await user.click(calls.getByRole("button", { name: "As a table" }));
    const table = await calls.findByRole("table");
    expect(within(table).getAllByRole("row")).toHaveLength(15);
    const [day] = within(table).getAllByRole("link");
    const filter = JSON.parse(new URLSearchParams(day?.getAttribute("href")?.split("?")[1]).get("filter") ?? "{}");
    const [, answered, unanswered] =
      within(table)
        .getAllByRole("row")
        .filter((row) => row.contains(day ?? null))[0]
        ?.querySelectorAll("th, td") ?? [];
    const listed = await panel.read(`/api/calls/?${new URLSearchParams({ ...filter, rows: "10000" })}`);
    const entries = (listed._embedded as Record<string, { call_id: string }[]>)["ngcp:calls"] ?? [];
    expect(new Set(entries.map(({ call_id }) => commonCallId(call_id))).size).toBe(
      Number(answered?.textContent) + Number(unanswered?.textContent),
    );
  });

  it("shows the last change and its author, linked to the record", async () => {
    await panel.open("/error404");
    const body = JSON.stringify({ domain: "brand-new.example", reseller_id: 2 });
    const headers = { authorization: `Bearer ${currentSession()?.token}`, "content-type": "application/json" };
    expect((await fetch("/api/domains/", { method: "POST", headers, body })).status).toBe(201);
    panel.go("/dashboard");
    const changes = within(await tile("Last changes"));
    const [newest] = await changes.findAllByRole("listitem");
    expect(newest?.textContent).toContain(`Created by ${accountOf("superuserMaster").login}`);
    expect(within(newest as HTMLElement).getByRole("link", { name: "brand-new.example" })).toBeTruthy();
  });

  it("asks everything in one request", async () => {
    await panel.open("/error404");
    const platform = fetch;
    const asked: string[] = [];
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      asked.push(url);
      return platform(url, init);
    });
    panel.go("/dashboard");
    expect(await numbers()).toContain("4Resellers #/reseller");
    await within(await tile("Next 30 days")).findAllByText(/./);
    const all = asked.map((url) => new URL(url, "http://localhost"));
    // What the frame around every page asks.
    const ofFrame = ["/panel-service/favourites", "/api/bulkjobs/"];
    const [sent, ...others] = all.filter(({ pathname }) => !ofFrame.includes(pathname));
    expect([sent?.pathname, others]).toEqual(["/api/dashboard/answers", []]);
    const paths = sent?.searchParams.get("paths")?.split("\n") ?? [];
    expect(paths.length).toBeGreaterThan(20);
    for (const path of ["/api/resellers/", "/api/dashboard/calls", "/api/bannedips/", "/dashboard/ajax/overall_status"])
      expect(paths.some((one) => one.startsWith(path))).toBe(true);
  });
});

describe("when something fails", () => {
  const broken = () => Response.json({ code: 500, message: "the disk is full" }, { status: 500 });

  it.each([
    ["/api/dashboard/calls", "Calls"],
    ["/api/dashboard/changes", "Last changes"],
    ["/api/dashboard/upcoming", "Next 30 days"],
  ])("%s, its tile says so and can be tried again, and no other is harmed", async (path, name) => {
    panel.intercept = ({ url }) => (url.startsWith(path) ? broken() : undefined);
    const user = await panel.open("/dashboard");
    const failed = within(await tile(name));
    expect((await failed.findByRole("alert")).textContent).toContain("the disk is full");
    await numbers();
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    panel.intercept = undefined;
    await user.click(failed.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(failed.queryByRole("alert")).toBeNull());
  });

  it("a number, the others are shown and it can be retried", async () => {
    panel.intercept = ({ url }) => (url.startsWith("/api/domains/") ? broken() : undefined);
    const user = await panel.open("/dashboard");
    await screen.findByRole("img", { name: "Could not be counted" });
    panel.intercept = undefined;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect((await numbers()).some((one) => one.endsWith("Domains #/domain"))).toBe(true);
  });

  it("one check, the others are shown", async () => {
    panel.intercept = ({ url }) => (url.startsWith("/api/contracts/") && url.includes("locked") ? broken() : undefined);
    await panel.open("/dashboard");
    const attention = within(await tile("Needs attention"));
    expect((await attention.findByRole("alert")).textContent).toContain("Contracts could not be checked");
    expect(attention.getByRole("link", { name: "1 customer is locked" })).toBeTruthy();
  });
});

describe("other roles", () => {
  it("resellers see their own business and no peering", async () => {
    await panel.open("/dashboard", "reseller");
    const shown = await numbers();
    expect(shown.some((one) => one.endsWith("#/customer"))).toBe(true);
    expect(shown.some((one) => /reseller|contract$|peering/.test(one))).toBe(false);
    expect(titles()).toEqual(["Calls", "Needs attention", "Last changes", "Newest", "Next 30 days"]);
    expect(panel.requests.some(({ url }) => /peering|AdminSystemOverview|bannedips/.test(url))).toBe(false);
  });

  it("customer care sees customers and subscribers, but neither calls nor changes", async () => {
    await panel.open("/dashboard", "ccare");
    expect((await numbers()).map((one) => one.replace(/^\d+/, ""))).toEqual([
      "Customers #/customer",
      "Subscribers #/subscriber",
    ]);
    expect(titles()).toEqual(["Needs attention", "Newest", "Next 30 days"]);
    expect(panel.requests.some(({ url }) => /dashboard\/(?:calls|changes)/.test(url))).toBe(false);
  });

  it("interception sees its own account and its changes", async () => {
    await panel.open("/dashboard", "lintercept");
    const account = within(await tile("My account"));
    expect(await account.findAllByRole("listitem")).not.toHaveLength(0);
    expect(titles()).toEqual(["Last changes", "Next 30 days", "My account"]);
  });
});

it("an older platform shows counts and what its lists provide", async () => {
  panel.intercept = ({ url }) =>
    url.startsWith("/api/platforminfo")
      ? Response.json({ type: "sppro", licenses: ["billing"], voucher: true })
      : undefined;
  await panel.open("/dashboard");
  await numbers();
  expect(titles()).toEqual(["Needs attention", "Newest"]);
  expect(panel.requests.some(({ url }) => url.startsWith("/api/dashboard"))).toBe(false);
  expect(panel.requests.some(({ url }) => url.startsWith("/api/resellers/"))).toBe(true);
});
