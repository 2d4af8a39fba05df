import { configure, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TestPanel } from "../../../tests/support/panel.tsx";

configure({ asyncUtilTimeout: 10_000 });
let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
}, 60_000);
afterAll(() => panel.stop());
afterEach(() => panel.leave());

const address = "/domain/1/preferences";
const stored = () => panel.read("/api/domainpreferences/1");
const search = () => screen.findByRole("searchbox", { name: "Search preferences" });
const row = (label: string) => screen.findByRole("group", { name: label });

describe("preferences", () => {
  it("are grouped, closed at first, and found by words", async () => {
    const user = await panel.open(address);
    const groups = await screen.findAllByRole("button", { name: /preferences?, \d+ set/ });
    expect(groups.length).toBeGreaterThan(5);
    expect(screen.queryAllByRole("switch")).toHaveLength(1);
    await user.type(await search(), "t38 ecm");
    const found = await row("T.38 without ECM");
    expect([...found.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual(["T.38", "ECM", "T38", "ECM"]);
    await waitFor(() => expect(window.location.hash).toContain("search=t38"));
  });

  it("are found by a link", async () => {
    await panel.open(`${address}?search=T38_no_ECM`);
    expect(await row("T.38 without ECM")).toBeTruthy();
  });

  it("save a switch when it is flipped, and remove it when it is flipped back", async () => {
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

  it("save a number by Enter, offer nothing for letters, and clear it", async () => {
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
});
