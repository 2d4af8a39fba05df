import { screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, it } from "vitest";
import { cleanup, render } from "../../../../tests/support/render.ts";
import { FirstRows } from "./FirstRows.tsx";

afterEach(cleanup);

const list = (arrival: Promise<unknown> | undefined) => (
  <Suspense fallback="the page before">
    <FirstRows arrival={arrival}>rows</FirstRows>
  </Suspense>
);

it("keeps the previous page until rows have loaded, and never unmounts the list again", async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { rerender } = render(list(arrival));
  expect(screen.getByText("the page before")).toBeTruthy();
  arrive();
  expect(await screen.findByText("rows")).toBeTruthy();
  rerender(list(new Promise(() => {})));
  expect(screen.getByText("rows")).toBeTruthy();
  expect(screen.queryByText("the page before")).toBeNull();
});

it("renders at once when there is nothing to wait for", () => {
  render(list(undefined));
  expect(screen.getByText("rows")).toBeTruthy();
});
