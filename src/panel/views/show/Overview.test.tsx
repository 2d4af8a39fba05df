import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();
afterEach(() => {
  panel.intercept = undefined;
  panel.leave();
});

/** A demonstration customer with subscribers, calls and a limit. */
const address = "/customer/2/details";
const overview = async () => within(await screen.findByRole("region", { name: "At a glance" }));
const tabs = async () => within(await screen.findByRole("navigation", { name: "Sections of this record" }));
const asked = () => panel.requests.filter(({ url }) => url.includes("/overview"));

it("tells in the head what is worth knowing, the chart in words", async () => {
  await panel.open(address);
  const glance = await overview();
  expect(await glance.findByText(/^\d+ of \d+$/)).toBeTruthy();
  expect(glance.getByText(/^£/)).toBeTruthy();
  const chart = glance.getByRole("img", {
    name: /^[\d,]+ calls, \d+% answered\. Busiest: \w{3} \d{4}\/\d\d\/\d\d: \d+ calls?$/,
  });
  expect(chart.querySelectorAll("title")).toHaveLength(14);
  expect(glance.getByRole("link", { name: "Last changes" }).getAttribute("href")).toBe("#/customer/2/details/journal");
});

it("tells the last changes at once: a preference, a saved form and what is undone", async () => {
  const seeChanges = async (count: number) => {
    const glance = await overview();
    await waitFor(() => expect(glance.getAllByRole("listitem")).toHaveLength(count));
  };
  const user = await panel.open("/subscriber/1/details");
  await (await overview()).findByText("No changes yet.");

  panel.go("/subscriber/1/preferences?search=concurrent_max");
  await user.type(await screen.findByRole("textbox", { name: "Concurrent calls" }), "7{Enter}");
  await screen.findByText("Concurrent calls saved");
  panel.go("/subscriber/1/details");
  await seeChanges(1);

  panel.go("/subscriber/1/edit");
  await user.type(await screen.findByRole("textbox", { name: "External ID" }), "X");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/ saved$/);
  panel.go("/subscriber/1/details");
  await seeChanges(2);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await seeChanges(3);
});

it("does not repeat the last changes where all are listed", async () => {
  await panel.open(`${address}/journal`);
  const glance = await overview();
  expect(glance.queryByText("Last changes")).toBeNull();
  expect(await glance.findByRole("link", { name: /^Calls/ })).toBeTruthy();
});

it("counts a section of tabs by the sum of its lists, and not where one is not counted", async () => {
  await panel.open("/subscriber/26/details");
  const section = (await tabs()).getByRole("link", { name: "Call forwarding" });
  await waitFor(() => expect(section.textContent).toBe("Call forwarding6"));
  expect((await tabs()).getByRole("link", { name: "Calls" }).textContent).toBe("Calls");
});

it("counts what the tabs list, beside what they are called, in one request", async () => {
  await panel.open(address);
  const link = (await tabs()).getByRole("link", { name: "Subscribers" });
  await waitFor(() => expect(link.textContent).toMatch(/^Subscribers[1-9]\d*$/));
  expect(link.getAttribute("aria-description")).toMatch(/^\d+ entries$/);
  panel.go("/customer/2/details/subscribers");
  const list = await screen.findByRole("table", { name: "Subscribers" });
  await waitFor(() => expect(within(list).getAllByRole("link").length).toBeGreaterThan(1));
  expect(document.querySelector("[data-range]")?.textContent).toMatch(
    new RegExp(` ${link.textContent?.replace("Subscribers", "")}$`),
  );
  expect(asked()).toHaveLength(1);
});

it("is left out where the platform does not answer, and nothing else with it", async () => {
  panel.intercept = ({ url }) => (url.includes("/overview") ? new Response("{}", { status: 500 }) : undefined);
  await panel.open(address);
  await waitFor(() => expect(asked()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole("region", { name: "At a glance" })).toBeNull());
  expect((await tabs()).getByRole("link", { name: "Subscribers" }).textContent).toBe("Subscribers");
});

it("has no place for what the role may not read", async () => {
  await panel.open("/customer/5/details", "ccare");
  const glance = await overview();
  await glance.findByText("Subscribers");
  expect(glance.queryByText(/^Last changes/) !== null).toBe((await tabs()).queryByText("Journal") !== null);
});
