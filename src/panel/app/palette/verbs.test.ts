import { expect, it } from "vitest";
import { buildVerbWords, parseCommand } from "./verbs.ts";

const texts: Readonly<Record<string, string>> = {
  "palette.words.go": "go, go to",
  "palette.words.preferences": "preferences of, preferences",
  "palette.words.locked": "lock",
};
const words = buildVerbWords((key) => texts[key] ?? "");

it.each([
  ["lock 46011", { kind: "status", value: "locked" }, "46011"],
  ["46011  LOCK", { kind: "status", value: "locked" }, "46011"],
  ["lock", { kind: "status", value: "locked" }, ""],
  ["go bans", { kind: "go" }, "bans"],
  ["go to bans", { kind: "go" }, "bans"],
  ["preferences of Ada B", { kind: "preferences" }, "Ada B"],
])("%s does %j with %s", (text, verb, rest) => {
  expect(parseCommand(text, words)).toEqual({ verb, rest });
});

it.each(["lockwood", "create sub", "", "cargo", "van go"])("%s has no verb", (text) => {
  expect(parseCommand(text, words)).toBeUndefined();
});
