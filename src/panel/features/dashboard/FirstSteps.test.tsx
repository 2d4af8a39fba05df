import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { currentSession } from "../../providers/session.ts";

const panel = await openPanel({ hasService: true });

const asked = (path: string) => panel.requests.filter(({ url }) => url.startsWith(path));
const region = () => screen.queryByRole("region", { name: "First steps" });
const remembered = () => localStorage.getItem("aui_preferences.firstSteps");
const broken = () => Response.json({ code: 500, message: "the disk is full" }, { status: 500 });

/** Undoes a step: peering groups without a server do not count. */
async function removePeeringServers(): Promise<void> {
  const headers = { authorization: `Bearer ${currentSession()?.token}` };
  const { _embedded } = await panel.read("/api/peeringservers/?rows=100");
  for (const { id } of (_embedded as Record<string, { id: number }[]>)["ngcp:peeringservers"] ?? [])
    expect((await fetch(`/api/peeringservers/${id}`, { method: "DELETE", headers })).status).toBe(204);
}

it("a platform that is set up shows no steps and keeps no space for them", async () => {
  await panel.open("/dashboard");
  await waitFor(() => expect(remembered()).toBe("false"));
  expect(region()).toBeNull();
  expect(asked("/panel-service/dismissed")).toEqual([]);
});

it("they are not asked for where the role cannot do them", async () => {
  await panel.open("/dashboard", "reseller");
  await screen.findByRole("region", { name: "Newest" });
  await waitFor(() => expect(asked("/api/dashboard/upcoming")).toHaveLength(1));
  expect(asked("/api/dashboard/firststeps")).toEqual([]);
});

it("what could not be read is said and tried again", async () => {
  panel.intercept = ({ url }) => (url.startsWith("/api/dashboard/firststeps") ? broken() : undefined);
  const user = await panel.open("/dashboard");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("the disk is full");
  panel.intercept = undefined;
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

it("a step that is missing is the next one; each leads to its form with what earlier ones have made", async () => {
  await panel.open("/error404");
  await removePeeringServers();
  panel.go("/dashboard");
  const steps = within(await screen.findByRole("region", { name: "First steps" }));
  expect(steps.getByText("5 of 6 done")).toBeTruthy();
  const items = steps.getAllByRole("listitem");
  expect(items.map((item) => within(item).queryByText(/^(?:Done|Next)$/)?.textContent)).toEqual([
    "Done",
    "Done",
    "Done",
    "Next",
    "Done",
    "Done",
  ]);
  expect(items.findIndex((item) => item.getAttribute("aria-current") === "step")).toBe(3);
  const addresses = steps.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual([
    "#/reseller/create",
    "#/domain/create?reseller_id=2",
    "#/billing/create?reseller_id=2",
    "#/peering/create",
    "#/customer/create?reseller_id=2",
    "#/subscriber/create?customer_id=1",
  ]);
  expect(remembered()).toBe("true");
});

it("who hides them sees them no more, in any browser; others still do", async () => {
  let user = await panel.open("/dashboard");
  panel.intercept = ({ method }) => (method === "POST" ? broken() : undefined);
  await user.click(await screen.findByRole("button", { name: "Hide first steps" }));
  await screen.findByText("the disk is full");
  expect(region()).not.toBeNull();
  panel.intercept = undefined;
  await user.click(screen.getByRole("button", { name: "Hide first steps" }));
  await waitFor(() => expect(region()).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  panel.leave();

  user = await panel.open("/dashboard");
  await waitFor(() => expect(remembered()).toBe("false"));
  expect(region()).toBeNull();
  panel.leave();

  await panel.open("/dashboard", "superuser");
  await screen.findByRole("region", { name: "First steps" });
});
