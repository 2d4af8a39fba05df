import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Ways to write a date or a time of one's own; `Intl.DateTimeFormat()` alone asks for the viewer's zone. */
const ownWay =
  /new Intl\.DateTimeFormat|dateStyle|timeStyle|toLocale(?:Date|Time)String|slice\(0, (?:7|10|16)\)|padStart\(2, "0"\)\}[:/]/;

it("screens leave the writing of dates to src/core/values/dateTime.ts", () => {
  const root = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => ownWay.test(readFileSync(root + file, "utf8")))).toEqual([]);
});
