import { beforeEach, expect, it, vi } from "vitest";
import { buildStore } from "./store.ts";

beforeEach(() => localStorage.clear());

it("keeps values under the panel's prefix", () => {
  const store = buildStore();
  store.setItem("domains.listParams", { page: 2 });
  expect(localStorage.getItem("aui_domains.listParams")).toBe('{"page":2}');
  expect(store.getItem("domains.listParams")).toEqual({ page: 2 });
  expect(store.getItem("nothing", "default")).toBe("default");
});

it("keeps taste, and the session, when it is reset", () => {
  localStorage.setItem("aui_adminId", "1");
  const store = buildStore();
  store.setItem("taste.theme", "dark");
  store.setItem("domains.listParams", { page: 2 });
  store.reset();
  expect(store.listItems?.()).toEqual({ "taste.theme": "dark" });
  expect(localStorage.getItem("aui_adminId")).toBe("1");
});

it("tells who listens, here and from other tabs", () => {
  const store = buildStore();
  const listener = vi.fn();
  store.setup();
  const stop = store.subscribe("taste.theme", listener);
  store.setItem("taste.theme", "dark");
  window.dispatchEvent(new StorageEvent("storage", { key: "aui_taste.theme", newValue: '"light"' }));
  stop();
  store.setItem("taste.theme", "system");
  store.teardown();
  expect(listener.mock.calls).toEqual([["dark"], ["light"]]);
});

it("takes what is not its own for absent", () => {
  localStorage.setItem("aui_taste.theme", "{broken");
  expect(buildStore().getItem("taste.theme", "system")).toBe("system");
});
