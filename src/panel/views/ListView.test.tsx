import { screen, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TestPanel } from "../../../tests/support/panel.tsx";

let panel: TestPanel;
beforeAll(async () => {
  panel = await TestPanel.start();
}, 60_000);
afterAll(() => panel.stop());
afterEach(() => panel.leave());

const table = () => screen.findByRole("table");
/** The page's rows, once they are there. */
async function bodyRows(): Promise<HTMLElement[]> {
  await screen.findByText(/records? found/);
  return within(await table())
    .getAllByRole("row")
    .slice(1);
}

describe("a list", () => {
  it("shows the records of a page, with their names as links", async () => {
    await panel.open("/domain");
    const rows = await bodyRows();
    console.log(rows.map((r) => r.textContent));
    console.log(panel.requests.map((r) => r.url));
    console.log(
      document
        .querySelector("main")
        ?.outerHTML.replace(/class="[^"]*"/g, "")
        .slice(0, 6000),
    );
  });
});
