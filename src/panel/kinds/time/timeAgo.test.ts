import { expect, it } from "vitest";
import { timeAgo } from "./timeAgo.ts";

const now = new Date("2026-05-01T12:00:00Z");

it.each([
  ["2026-05-01T11:57:00Z", "en", "3 minutes ago"],
  ["2026-05-01T10:01:00Z", "de", "vor 1 Stunde"],
  ["2026-04-28T11:00:00Z", "fr", "il y a 3 jours"],
  ["2026-05-01T11:59:59.9Z", "en", "now"],
  ["2026-05-01T12:00:05Z", "en", "in 5 seconds"],
])("%s is, in %s, %s", (then, locale, text) => {
  expect(timeAgo(new Date(then), now, locale)).toBe(text);
});
