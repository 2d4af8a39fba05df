import { screen } from "@testing-library/react";
import { CoreAdminContext, HttpError } from "react-admin";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cleanup, render } from "../../../tests/support/render.ts";
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

// React also logs every caught error to the console.
beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("replaces a failed page until the next navigation", async () => {
  const { rerender } = render(scene("/domain/1", true));
  expect(await screen.findByRole("heading", { name: "app.page.crash" })).toBeTruthy();
  rerender(scene("/domain/1", false));
  expect(screen.queryByText("All is well")).toBeNull();
  rerender(scene("/domain", false));
  expect(screen.getByText("All is well")).toBeTruthy();
});

it("gives the failure a reference that is also in the console", async () => {
  render(
    <CoreAdminContext i18nProvider={i18nProvider}>
      <ErrorBoundary address="/domain/1">
        <Page isBroken />
      </ErrorBoundary>
    </CoreAdminContext>,
  );
  const text = (await screen.findByText(/^Reference [0-9a-f]{8}, /)).textContent ?? "";
  const [, reference] = /^Reference (\w+)/.exec(text) ?? [];
  expect(console.error).toHaveBeenCalledWith(`Reference ${reference}:`, expect.any(Error));
});

it("shows the incident that the platform gave it instead", async () => {
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
  expect(await screen.findByText(/^Incident 0badcafe, .*2026/)).toBeTruthy();
});
