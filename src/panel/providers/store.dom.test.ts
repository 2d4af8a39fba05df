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

it("keeps preferences and the session on reset", () => {
  localStorage.setItem("aui_adminId", "1");
  const store = buildStore();
  store.setItem("preferences.theme", "dark");
  store.setItem("preferences.list.domains", { perPage: 50 });
  store.setItem("domains.listParams", { page: 2 });
  store.reset();
  expect(store.listItems?.()).toEqual({ "preferences.theme": "dark", "preferences.list.domains": { perPage: 50 } });
  expect(localStorage.getItem("aui_adminId")).toBe("1");
});

it("notifies subscribers of changes in this and other tabs", () => {
  const store = buildStore();
  const listener = vi.fn();
  store.setup();
  const stop = store.subscribe("preferences.theme", listener);
  store.setItem("preferences.theme", "dark");
  window.dispatchEvent(new StorageEvent("storage", { key: "aui_preferences.theme", newValue: '"light"' }));
  stop();
  store.setItem("preferences.theme", "system");
  store.teardown();
  expect(listener.mock.calls).toEqual([["dark"], ["light"]]);
});

it("treats foreign values as absent", () => {
  localStorage.setItem("aui_preferences.theme", "{broken");
  expect(buildStore().getItem("preferences.theme", "system")).toBe("system");
});
