import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { formatDateTime, toRfc3339 } from "../../../core/values/dateTime.ts";
import { browserZone } from "../../kinds/time/browserZone.ts";

const panel = await openPanel();

const periods = async () => {
  const line = await screen.findByRole("list", { name: "Billing profiles over time" });
  return within(line).getAllByRole("listitem");
};

/** A demonstration customer with this many intervals. */
async function customerWith(isWanted: (intervals: readonly { start: string | null }[]) => boolean): Promise<number> {
  for (let id = 2; id < 80; id++) {
    const { all_billing_profiles: intervals } = await panel.read(`/api/customers/${id}`);
    if (Array.isArray(intervals) && isWanted(intervals)) return id;
  }
  throw new Error("The demonstration has no such customer");
}

it("shows current and future intervals, each profile as a link", async () => {
  await panel.open("/dashboard");
  const id = await customerWith((intervals) => intervals.some(({ start }) => start?.startsWith("2031")));
  panel.go(`/customer/${id}/details/billing-profile-sch`);
  const items = await periods();
  expect(items.at(-1)?.textContent).toMatch(/^To come.*From .*2031/);
  expect(items.at(-2)?.textContent).toMatch(/^In force/);
  const links = await Promise.all(items.map((item) => within(item).findByRole("link")));
  expect(links.every((link) => /^#\/billing\/\d+\/details$/.test(String(link.getAttribute("href"))))).toBe(true);
});

it("names the profiles, even if the line asks for them while the list still waits", async () => {
  await panel.open("/dashboard");
  const id = await customerWith((intervals) => intervals.some(({ start }) => start?.startsWith("2031")));
  const isOfSeveral = (url: string) => url.startsWith("/api/billingprofiles/?id=");
  const release = panel.hold((url) => isOfSeveral(url) && !url.includes("expand="));
  panel.go(`/customer/${id}/details/billing-profile-sch`);
  await waitFor(() => expect(panel.requests.filter(({ url }) => isOfSeveral(url))).toHaveLength(2));
  release();
  const links = await Promise.all((await periods()).map((item) => within(item).findByRole("link")));
  expect(links.every(({ textContent }) => textContent !== "")).toBe(true);
});

it("is one open period for a single profile, with a link to the form for users who may change it", async () => {
  await panel.open("/dashboard");
  const id = await customerWith((intervals) => intervals.length === 1);
  panel.go(`/customer/${id}/details/billing-profile-sch`);
  const [only, ...others] = await periods();
  expect(only?.textContent).toMatch(/^In force.*Since /);
  expect(others).toEqual([]);
  expect(screen.getByRole("link", { name: "Change billing" }).getAttribute("href")).toBe(`#/customer/${id}/edit`);
});

const editor = async () => within(await screen.findByRole("region", { name: "Billing schedule from now on" }));

it("moves an end by keyboard, a day and thirty days at a time, and saves when told to", async () => {
  const user = await panel.open("/dashboard");
  const id = await customerWith((intervals) => intervals.some(({ start }) => start?.startsWith("2031")));
  panel.go(`/customer/${id}/details/billing-profile-sch`);
  const line = await editor();
  (await line.findByRole("slider")).focus();
  await user.keyboard("{ArrowRight}{PageUp}");
  // On the clock of the browser, which may change meanwhile.
  const moved = new Date("2031-01-01T00:00:00Z");
  moved.setDate(moved.getDate() + 31);
  expect(line.getByRole("slider").getAttribute("aria-valuetext")).toBe(formatDateTime(moved, browserZone()));
  expect(panel.written()).toEqual([]);
  await user.click(line.getByRole("button", { name: "Save schedule" }));
  await screen.findByText("Billing schedule saved");
  const { billing_profiles: stored } = await panel.read(`/api/customers/${id}`);
  expect(stored).toMatchObject([{ start: toRfc3339(moved) }]);
  await waitFor(async () =>
    expect((await periods()).at(-1)?.textContent).toContain(formatDateTime(moved, browserZone())),
  );
});

it("splits what is in force, and takes the new part away again", async () => {
  const user = await panel.open("/dashboard");
  const id = await customerWith((intervals) => intervals.length === 1);
  panel.go(`/customer/${id}/details/billing-profile-sch`);
  const line = await editor();
  await user.click(await line.findByRole("button", { pressed: false }));
  await user.click(line.getByRole("button", { name: "Split" }));
  expect(line.getAllByRole("slider")).toHaveLength(1);
  expect(line.getByRole("textbox", { name: /^Start/ })).toHaveProperty("value", expect.stringMatching(/^20/));
  await user.click(line.getByRole("button", { name: "Remove" }));
  expect(line.queryByRole("slider")).toBeNull();
  expect(line.queryByRole("button", { name: "Save schedule" })).toBeNull();
});

it("opens the entry that the platform refuses, with the reason at its field", async () => {
  const user = await panel.open("/dashboard");
  const id = await customerWith((intervals) => intervals.length === 1);
  panel.go(`/customer/${id}/details/billing-profile-sch`);
  const line = await editor();
  await user.click(await line.findByRole("button", { name: "Schedule a profile" }));
  await user.click(line.getByRole("button", { name: "Save schedule" }));
  expect(await line.findByText("This field is required")).toBeTruthy();
  await user.click(line.getByRole("button", { name: "Discard changes" }));
  expect(line.queryByText("This field is required")).toBeNull();
});

it("offers read-only users no changes", async () => {
  await panel.open("/customer/5/details/billing-profile-sch", "superuserReadOnly");
  await periods();
  expect(screen.queryByRole("link", { name: "Change billing" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Billing schedule from now on" })).toBeNull();
});
