import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPanel } from "../../../../tests/support/panel.tsx";

const panel = await openPanel();

/** The page of the demonstration's first package, which starts with ten units of the currency. */
const open = () => panel.open("/package/1/details");

const play = () => screen.findByRole("region", { name: "The first twelve intervals" });
const rows = async () =>
  within(await play())
    .getAllByRole("row")
    .slice(1);
const columnOf = async (column: number) =>
  (await rows()).map((row) => within(row).getAllByRole("cell")[column]?.textContent);

it("tells the package in sentences, with amounts in the currency of its profile and levels by name", async () => {
  await open();
  const heading = await screen.findByRole("heading", { name: "In words" });
  const sentences = within(heading.parentElement as HTMLElement).getAllByRole("listitem");
  expect(sentences.map(({ textContent }) => textContent)).toEqual([
    "A balance interval lasts 1 month. The first one starts on the day of creation, in the platform’s time zone.",
    "A new customer gets £10.00.",
    "What is left at the end of an interval is carried over after a timely top-up (at most 1 week before the end), and discarded otherwise.",
    "After 6 months without a top-up, the balance is discarded.",
    "When the balance falls below £1.00, subscribers get this lock level: All outgoing calls.",
    "From a top-up on, these billing profiles apply: Pay ahead.",
    "A top-up unlocks the subscribers.",
  ]);
});

it("plays twelve intervals for what is typed", async () => {
  const user = await open();
  // Nobody tops up: what is left of the first interval is discarded.
  expect(await columnOf(2)).toEqual(["£5.00", ...Array(11).fill("£0.00")]);
  expect((await columnOf(3))[1]).toBe("Locked");

  const spending = screen.getByRole("textbox", { name: /^Spent per interval/ });
  await user.clear(spending);
  await user.type(spending, "2.5");
  const topUp = screen.getByRole("textbox", { name: /^Top-up per interval/ });
  await user.clear(topUp);
  await user.type(topUp, "3");
  expect((await columnOf(2)).slice(0, 3)).toEqual(["£10.50", "£11.00", "£11.50"]);
  expect(await columnOf(3)).toEqual(Array(12).fill("Top-up"));
});

it("says what is wrong with an amount, and plays nothing", async () => {
  const user = await open();
  await play();
  const region = () => screen.queryByRole("region", { name: "The first twelve intervals" });
  const spending = screen.getByRole("textbox", { name: /^Spent per interval/ });
  await user.clear(spending);
  await user.type(spending, "-1");
  await screen.findByText("Enter an amount of zero or more.");
  expect(region()).toBeNull();
  await user.clear(spending);
  await user.type(spending, "1");
  await play();
});
