import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, it } from "vitest";
import { FirstRows } from "./FirstRows.tsx";

afterEach(cleanup);

const list = (arrival: Promise<unknown> | undefined) => (
  <Suspense fallback="the page before">
    <FirstRows arrival={arrival}>rows</FirstRows>
  </Suspense>
);

it("leaves what was there until there are rows, and never takes the list away again", async () => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { rerender } = await act(async () => render(list(arrival)));
  expect(screen.getByText("the page before")).toBeTruthy();
  await act(async () => arrive());
  expect(screen.getByText("rows")).toBeTruthy();
  await act(async () => rerender(list(new Promise(() => {}))));
  expect(screen.getByText("rows")).toBeTruthy();
  expect(screen.queryByText("the page before")).toBeNull();
});

it("comes at once where there is nothing to wait for", () => {
  render(list(undefined));
  expect(screen.getByText("rows")).toBeTruthy();
});
