import { createMemoryRouter, type DataRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { positionOfEntry, positionOfPath, previousPath, trackVisits } from "./visitHistory.ts";

let router: DataRouter;
let stop: () => void;

beforeEach(() => {
  router = createMemoryRouter([{ path: "*" }], { initialEntries: ["/dashboard"] });
  stop = trackVisits(router);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it("knows the previous page, whichever way the user went", async () => {
  expect(previousPath()).toBeUndefined();
  await router.navigate("/customer?page=2");
  await router.navigate("/customer/12/details");
  expect(previousPath()).toBe("/customer?page=2");
  await router.navigate("/customer/12/edit", { replace: true });
  expect(previousPath()).toBe("/customer?page=2");
  await router.navigate(-1);
  expect(previousPath()).toBe("/dashboard");
  await router.navigate(1);
  expect(previousPath()).toBe("/customer?page=2");
  await router.navigate(-1);
  await router.navigate("/domain");
  expect(previousPath()).toBe("/customer?page=2");
});

it("remembers the scroll position of a page", async () => {
  await router.navigate("/customer?page=2");
  const list = router.state.location;
  vi.stubGlobal("scrollY", 740);
  await router.navigate("/customer/12/details");
  vi.stubGlobal("scrollY", 30);
  await router.navigate(-1);
  expect(positionOfEntry(list)).toEqual({ page: 740, part: 0 });
  expect(positionOfPath("/customer")).toEqual({ page: 740, part: 0 });
  expect(positionOfPath("/customer/12/details")).toEqual({ page: 30, part: 0 });
  expect(positionOfPath("/domain")).toBeUndefined();
});
