import { expect, it } from "vitest";
import { LruCache } from "./lruCache.ts";

it("forgets what was used longest ago when there is no room", () => {
  const texts = new LruCache<string>(10, ({ length }) => length);
  texts.set("a", "1234");
  texts.set("b", "1234");
  expect(texts.get("a")).toBe("1234");
  texts.set("c", "1234");
  expect(["a", "b", "c"].map((name) => texts.get(name))).toEqual(["1234", undefined, "1234"]);
});

it("counts a value that replaces another one once, and keeps none that is too large", () => {
  const texts = new LruCache<string>(10, ({ length }) => length);
  for (const value of ["123456", "12345", "1234"]) texts.set("a", value);
  texts.set("b", "123456");
  expect(texts.set("c", "12345678901")).toBe("12345678901");
  expect(["a", "b", "c"].map((name) => texts.get(name))).toEqual(["1234", "123456", undefined]);
});
