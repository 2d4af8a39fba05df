import { configure, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TestPanel } from "../../../tests/support/panel.tsx";

configure({ asyncUtilTimeout: 10_000 });
let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
}, 60_000);
afterAll(() => panel.stop());
afterEach(() => panel.leave());

describe("creating a record", () => {
  it("shows what is missing and leads to it", async () => {
    const user = await panel.open("/contact/create");
    const save = await screen.findByRole("button", { name: /^Create/ });
    console.log(document.querySelector("main")?.innerHTML.replace(/class="[^"]*"|<svg.*?<\/svg>|style="[^"]*"/g, ""));
    await user.click(save);
    const alert = await screen.findByRole("alert");
    console.log(alert.textContent);
    expect(alert).toBe(document.activeElement);
  });
});
