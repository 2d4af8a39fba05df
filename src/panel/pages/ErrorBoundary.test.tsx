import { cleanup, render, screen } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

function Page({ isBroken }: { isBroken: boolean }) {
  if (isBroken) throw new Error("No such field");
  return <p>All is well</p>;
}

const scene = (address: string, isBroken: boolean) => (
  <CoreAdminContext>
    <ErrorBoundary address={address}>
      <Page isBroken={isBroken} />
    </ErrorBoundary>
  </CoreAdminContext>
);

// React reports every caught error on the console too.
beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("shows a page that says so in place of one that failed, until one goes elsewhere", () => {
  const { rerender } = render(scene("/domain/1", true));
  expect(screen.getByRole("heading", { name: "app.page.crash" })).toBeTruthy();
  rerender(scene("/domain/1", false));
  expect(screen.queryByText("All is well")).toBeNull();
  rerender(scene("/domain", false));
  expect(screen.getByText("All is well")).toBeTruthy();
});
