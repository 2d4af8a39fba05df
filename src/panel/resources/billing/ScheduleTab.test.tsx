import { screen, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { TestPanel } from "../../../../tests/support/panel.tsx";

let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
  // Load the lazy modules before the first test's timeout starts.
  await Promise.all([import("../../views/DetailsView.tsx"), import("./ScheduleTab.tsx")]);
});
afterAll(() => panel.stop());
afterEach(() => panel.leave());

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

it("is one open period for a single profile, with a link to the form for users who may change it", async () => {
  await panel.open("/dashboard");
  const id = await customerWith((intervals) => intervals.length === 1);
  panel.go(`/customer/${id}/details/billing-profile-sch`);
  const [only, ...others] = await periods();
  expect(only?.textContent).toMatch(/^In force.*Since /);
  expect(others).toEqual([]);
  expect(screen.getByRole("link", { name: "Change billing" }).getAttribute("href")).toBe(`#/customer/${id}/edit`);
});

it("offers read-only users no changes", async () => {
  await panel.open("/customer/5/details/billing-profile-sch", "superuserReadOnly");
  await periods();
  expect(screen.queryByRole("link", { name: "Change billing" })).toBeNull();
});
