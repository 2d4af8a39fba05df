import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

const tile = (name: string) => screen.findByRole("region", { name });
const rowsOf = async (name: string) => (await within(await tile(name)).findAllByRole("row")).slice(1);

it("shows a superuser calls over time, and sums by result, reseller and called domain", async () => {
  const user = await panel.open("/callstatistics");
  await screen.findByRole("img", { name: /^Calls of the last 14 days/ });
  const [answered] = await rowsOf("By result");
  expect(answered?.textContent).toMatch(/^Answered[\d,]+€[\d,]+\.\d\d£[\d,]+\.\d\d\$[\d,]+\.\d\d$/);
  const [reseller] = await rowsOf("By reseller");
  const link = within(reseller as HTMLElement).getByRole("link");
  expect(decodeURIComponent(link.getAttribute("href") ?? "")).toMatch(
    /^#\/call\?filter=\{"reseller_id":"\d+","start_ge":/,
  );
  const [domain] = await rowsOf("By called domain");
  expect(domain?.textContent).toMatch(/^carrier\.example[\d,]+\d\d%/);
  const [device] = await rowsOf("Registered now");
  const figures = within(device as HTMLElement).getAllByRole("cell");
  expect(figures.map(({ textContent }) => Number(textContent) > 0)).toEqual([true, true]);

  await user.click(screen.getByRole("button", { name: "Costs in EUR" }));
  await screen.findByRole("img", { name: /^Costs in EUR, last 14 days/ });
  await user.click(screen.getByRole("button", { name: "30 days" }));
  await screen.findByRole("img", { name: /^Costs in EUR, last 30 days/ });
});

it("names its tiles and tables differently, and its days like all dates", async () => {
  await panel.open("/callstatistics");
  const picture = await screen.findByRole("img", { name: /^Calls of the last 14 days/ });
  await Promise.all(["By result", "By reseller", "By called domain", "Registered now"].map(rowsOf));
  const names = screen.getAllByRole("region").map((region) => {
    const title = region.getAttribute("aria-labelledby");
    return region.getAttribute("aria-label") ?? (title && document.getElementById(title)?.textContent);
  });
  expect(names.length).toBeGreaterThan(8);
  expect([...new Set(names)]).toEqual(names);
  const labels = [...picture.querySelectorAll("g title, rect title")].map(({ textContent }) => textContent);
  expect(labels.length).toBeGreaterThan(10);
  for (const label of labels) expect(label).toMatch(/^[A-Z][a-z]{2} \d{4}\/\d{2}\/\d{2}\b/);
});

it("shows a reseller nothing of others", async () => {
  await panel.open("/callstatistics", "resellerMaster");
  await rowsOf("By result");
  expect(screen.queryByRole("heading", { name: "By reseller" })).toBeNull();
});

it("says what failed, and tries again, while the rest is shown", async () => {
  panel.intercept = ({ url }) =>
    url.includes("group=peer") ? Response.json({ code: 500, message: "the disk is full" }, { status: 500 }) : undefined;
  const user = await panel.open("/callstatistics");
  const failed = within(await tile("By called domain"));
  expect((await failed.findByRole("alert")).textContent).toContain("the disk is full");
  expect((await rowsOf("By result")).length).toBeGreaterThan(2);
  panel.intercept = undefined;
  await user.click(failed.getByRole("button", { name: "Try again" }));
  expect(await rowsOf("By called domain")).toHaveLength(1);
});
