import { screen } from "@testing-library/react";
import { Suspense } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { cleanup, render } from "../../../../tests/support/render.ts";
import { FirstRows } from "./FirstRows.tsx";

afterEach(cleanup);

const list = (arrival: Promise<unknown> | undefined) => (
  <MemoryRouter>
    <Suspense fallback="the page before">
      <FirstRows arrival={arrival}>rows</FirstRows>
    </Suspense>
  </MemoryRouter>
);

it("keeps the previous page until rows have loaded", async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { rerender } = render(list(arrival));
  expect(screen.getByText("the page before")).toBeTruthy();
  // Each attempt to render the page asks anew, and none begins to wait again.
  rerender(list(new Promise(() => {})));
  expect(screen.getByText("the page before")).toBeTruthy();
  arrive();
  expect(await screen.findByText("rows")).toBeTruthy();
});

it("renders at once when there is nothing to wait for", () => {
  render(list(undefined));
  expect(screen.getByText("rows")).toBeTruthy();
});
