import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { labelled } from "../../../../tests/support/formFields.ts";
import { openPanel } from "../../../../tests/support/panel.tsx";
import { itRarely } from "../../../../tests/support/tiers.ts";

const panel = await openPanel();

const cellsOf = (table: HTMLElement) =>
  [...table.querySelectorAll<HTMLTableRowElement>(":scope > tbody > tr")].map((row) =>
    [...row.cells].map((cell) => (cell.querySelector("summary") ?? cell).textContent?.trim()),
  );

it("tries a rewrite rule that is not saved on five numbers, and keeps what was typed", async () => {
  const user = await panel.open("/rewrite/1/details/rules/create");
  await user.type(await screen.findByRole("textbox", { name: labelled("Match pattern") }), "^0([[1-9]\\d+)$");
  const section = await screen.findByRole("region", { name: "Try it on calls" });
  await user.type(within(section).getByRole("textbox", { name: /^Called numbers/ }), "01632\n0044\n112\n02079\n441632");
  await user.type(within(section).getByRole("textbox", { name: "Caller" }), "441134960015");
  await user.click(within(section).getByRole("button", { name: "Try" }));
  await within(section).findByText(/^Correct the form first/);
  // By name: the form's own marks may be far above.
  const wrong = within(section).getAllByRole("listitem");
  expect(wrong.map(({ textContent }) => textContent)).toContainEqual(expect.stringMatching(/^Replacement pattern: /));
  await user.type(screen.getByRole("textbox", { name: labelled("Replacement pattern") }), "44\\1");
  await user.type(screen.getByRole("textbox", { name: labelled("Description") }), "national");
  await user.click(within(section).getByRole("button", { name: "Try" }));
  const table = await within(section).findByRole("table");
  expect(cellsOf(table).map(([call]) => call)).toEqual([
    "441134960015 → 01632",
    "441134960015 → 0044",
    "441134960015 → 112",
    "441134960015 → 02079",
    "441134960015 → 441632",
  ]);
  expect(within(section).getByText(/calls? would end differently/)).toBeTruthy();
  expect(panel.written()).toEqual(["POST /api/callroutingverify"]);
  const { total_count } = await panel.read("/api/rewriterules/?description=national");
  expect(total_count).toBe(0);
});

itRarely("runs the calls of a test, and takes their results over as expected", async () => {
  const user = await panel.open("/routingtest/1/details/run");
  await screen.findByText("4 of 4 calls end as expected.");
  expect(screen.queryByRole("button", { name: "Expect these results" })).toBeNull();
  expect(panel.written()).toEqual(["POST /api/callroutingverify"]);
  await panel.change("/api/routingtests/1", "calls", [{ caller: "999", callee: "43123", expected: "peer elsewhere" }]);
  panel.leave();
  await panel.open("/routingtest/1/details/run");
  await screen.findByText("Not as expected");
  expect(screen.getByText("0 of 1 calls end as expected.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Expect these results" }));
  await screen.findByText("As expected");
  await waitFor(async () => {
    const { calls } = (await panel.read("/api/routingtests/1")) as { calls: { expected: string }[] };
    expect(calls[0]?.expected).toBe("rejected unknown_caller");
  });
});
