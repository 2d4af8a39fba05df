import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

interface Named {
  readonly id: number;
  readonly group_id: number;
  readonly name: string;
  readonly priority: number;
  readonly weight: number;
  readonly enabled: boolean;
}

async function recordsOf(resource: string): Promise<readonly Named[]> {
  const body = (await panel.read(`/api/${resource}/?rows=500`)) as { _embedded: Record<string, Named[]> };
  return body._embedded[`ngcp:${resource}`] ?? [];
}

const directionNamed = (name: string) => screen.findByRole("region", { name });

it("draws groups by priority with their rules, and servers with their share of the calls", async () => {
  await panel.open("/peeringoverview/map");
  const [groups, servers] = await Promise.all([recordsOf("peeringgroups"), recordsOf("peeringservers")]);
  const out = within(await directionNamed("To peers"));
  const priorities = [...new Set(groups.map(({ priority }) => priority))].sort((a, b) => a - b);
  const headings = out.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(priorities.map((priority) => `Priority ${priority}`));

  const shared = groups.find(({ id }) => servers.filter((one) => one.group_id === id && one.enabled).length > 1);
  if (!shared) throw new Error("no group has two servers");
  const own = servers.filter((one) => one.group_id === shared.id && one.enabled);
  const total = own.reduce((sum, { weight }) => sum + weight, 0);
  const list = within(out.getByRole("list", { name: `${shared.name}: Peering servers` }));
  for (const { name, weight } of own) {
    const item = list.getByRole("link", { name }).closest("li");
    expect(item?.textContent).toContain(`${Math.round((weight / total) * 100)}% of calls`);
  }
  const link = out.getByRole("link", { name: shared.name });
  expect(link.getAttribute("href")).toContain(`/peering/${shared.id}/`);
});

it("finds groups by what leads to them, and says if nothing does", async () => {
  const user = await panel.open("/peeringoverview/map");
  const [server] = await recordsOf("peeringservers");
  const groups = await recordsOf("peeringgroups");
  const group = groups.find(({ id }) => id === server?.group_id);
  if (!server || !group) throw new Error("no servers");
  const field = await screen.findByRole("searchbox", { name: "Find a group, rule or server" });
  await user.type(field, server.name.toUpperCase());
  const inbound = within(await directionNamed("From peers"));
  expect(inbound.getAllByRole("link", { name: group.name })).toHaveLength(1);
  for (const other of groups.filter(({ id }) => id !== group.id))
    expect(inbound.queryByRole("link", { name: other.name })).toBeNull();
  await user.clear(field);
  await user.type(field, "no such peer");
  expect(await screen.findByText("No group matches.")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "To peers" })).toBeNull();
});

it("is for administrators of the platform only", async () => {
  await panel.open("/peeringoverview/map", "reseller");
  expect(await screen.findByRole("heading", { name: "Forbidden" })).toBeTruthy();
});
