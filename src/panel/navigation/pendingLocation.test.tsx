import { fireEvent, screen } from "@testing-library/react";
import { type ReactNode, Suspense, use } from "react";
import { createHashRouter, createMemoryRouter, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, it, vi } from "vitest";
import { cleanup, render } from "../../../tests/support/render.ts";
import type { Criterion } from "../views/list/criteria.ts";
import { SearchBox } from "../views/list/SearchBox.tsx";
import { SEARCH_PAUSE_MS, useSearchParameter } from "../views/preferences/PreferenceSearch.tsx";
import { PageProgress, trackPendingLocation } from "./pendingLocation.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A page whose script never arrives. */
const never = new Promise<never>(() => {});
const Loading = () => use(never);

const nobodyAsks = { isAsking: false, isBlocking: () => false };

function Preferences() {
  const [text, setText] = useSearchParameter("search", nobodyAsks);
  return <input type="search" value={text} onChange={({ target }) => setText(target.value)} />;
}

const criterion: Criterion = { name: "name", labelKeys: [], isExact: false, isAll: true };

const layout = (
  <>
    <PageProgress />
    <Suspense fallback="loading">
      <Outlet />
    </Suspense>
  </>
);

/** Types into the page's search, and follows a link before the pause has passed, or does not. Returns the URL. */
async function typeAndGo(page: ReactNode, target: string): Promise<string> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const pages = [
    { path: "/here", element: page },
    { path: "/there", element: <Loading /> },
  ];
  const router = createMemoryRouter([{ element: layout, children: pages }], { initialEntries: ["/here"] });
  const stop = trackPendingLocation(router);
  render(<RouterProvider router={router} />);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "words" } });
  if (target !== "/here") await router.navigate(target);
  // Still the page before.
  screen.getByRole("searchbox");
  await vi.advanceTimersByTimeAsync(3 * SEARCH_PAUSE_MS);
  stop();
  const { pathname, search } = router.state.location;
  return pathname + search;
}

it("progress is shown on the way from one typed address to another", async () => {
  window.location.hash = "#/here";
  const pages = [
    { path: "/here", element: <h1>Here</h1> },
    { path: "/there", element: <Loading /> },
  ];
  const router = createHashRouter([{ element: layout, children: pages }]);
  const stop = trackPendingLocation(router);
  render(<RouterProvider router={router} />);
  await screen.findByRole("heading", { name: "Here" });
  expect(screen.queryByRole("progressbar")).toBeNull();
  window.location.hash = "#/there";
  await screen.findByRole("progressbar");
  screen.getByRole("heading", { name: "Here" });
  stop();
  router.dispose();
});

it("a search of preferences is written into the URL after a pause", async () => {
  expect(await typeAndGo(<Preferences />, "/here")).toBe("/here?search=words");
});

it("a search of preferences does not call back a user who has left for a page that is still loading", async () => {
  expect(await typeAndGo(<Preferences />, "/there")).toBe("/there");
});

it.each([
  ["searches", "/here", 1],
  ["does not search", "/there", 0],
])("a list %s after a pause for a user who is bound for %s", async (_, target, times) => {
  const onSearch = vi.fn();
  const box = <SearchBox criteria={[criterion]} {...{ criterion, onSearch }} value="" onCriterion={() => {}} />;
  await typeAndGo(box, target);
  expect(onSearch).toHaveBeenCalledTimes(times);
});
