import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();
afterEach(() => {
  panel.intercept = undefined;
  panel.leave();
});

/** A demonstration customer with a cloud PBX. */
const address = "/customer/2/details/pbx";
const part = async (name: string) => within(await screen.findByRole("region", { name }));

it("draws whom the keys of the menu reach, and who rings in which group in what order", async () => {
  await panel.open(address);
  const attendant = await part("Auto attendant");
  const keys = (await attendant.findAllByRole("listitem")).map(({ textContent }) => textContent);
  expect(keys.slice(0, 3)).toEqual(["Key 1→Sales90", "Key 2→Support91", "Key 3→Accounts92"]);
  expect(keys.at(-1)).toMatch(/^No key→/);
  const groups = await part("PBX groups");
  const [sales, support] = groups.getAllByRole("list", { name: "Group members" });
  // Those that ring at once have no order.
  expect([sales?.tagName, support?.tagName]).toEqual(["UL", "OL"]);
  const stored = await panel.read("/api/subscribers/2");
  expect(within(sales as HTMLElement).getAllByRole("link")).toHaveLength(
    (stored.pbx_groupmember_ids as number[]).length,
  );
  expect(groups.getByText("Parallel ringing")).toBeTruthy();
});

it("asks for no keys where the role may not read them", async () => {
  await panel.open(address, "ccare");
  await part("PBX groups");
  expect(panel.requests.some(({ url }) => url.includes("/autoattendants"))).toBe(false);
});

it("says why nothing came, and asks again", async () => {
  panel.intercept = ({ url }) =>
    url.includes("/api/subscribers/?") ? new Response(`{"code":500,"message":"no"}`, { status: 500 }) : undefined;
  const user = await panel.open(address);
  const again = await screen.findByRole("button", { name: "Try again" });
  panel.intercept = undefined;
  await user.click(again);
  await part("PBX groups");
});

it("is no tab of customers without a PBX", async () => {
  const { _embedded } = await panel.read("/api/customers/?type=sipaccount&rows=1");
  const [customer] = (_embedded as Record<string, { id: number }[]>)["ngcp:customers"] ?? [];
  await panel.open(`/customer/${customer?.id}/details`);
  await waitFor(() => expect(screen.getByRole("link", { name: "Subscribers" })).toBeTruthy());
  expect(screen.queryByRole("link", { name: "PBX plan" })).toBeNull();
});
