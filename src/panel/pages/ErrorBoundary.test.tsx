import { cleanup, render, screen } from "@testing-library/react";
import { CoreAdminContext, HttpError } from "ra-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { i18nProvider } from "../providers/i18nProvider.ts";
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

it("gives the failure a reference, under which the console has it", async () => {
  render(
    <CoreAdminContext i18nProvider={i18nProvider}>
      <ErrorBoundary address="/domain/1">
        <Page isBroken />
      </ErrorBoundary>
    </CoreAdminContext>,
  );
  const text = screen.getByText(/^Reference [0-9a-f]{8}, /).textContent ?? "";
  const [, reference] = /^Reference (\w+)/.exec(text) ?? [];
  expect(console.error).toHaveBeenCalledWith(`Reference ${reference}:`, expect.any(Error));
});

it("shows the incident that the platform gave it instead", () => {
  function Refused(): never {
    const params = { incident: "0badcafe", time: "2026-01-02T03:04:05Z" };
    throw new HttpError("errors.internal", 500, { code: 500, params });
  }
  render(
    <CoreAdminContext i18nProvider={i18nProvider}>
      <ErrorBoundary address="/domain/1">
        <Refused />
      </ErrorBoundary>
    </CoreAdminContext>,
  );
  expect(screen.getByText(/^Incident 0badcafe, .*2026/)).toBeTruthy();
});
