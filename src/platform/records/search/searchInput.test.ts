import { expect, it } from "vitest";
import { parseSearchInput } from "./searchInput.ts";

it.each([
  ["Müller", ["muller"]],
  ["00:50:C2:11", ["00:50:c2:11", "0050c211"]],
  ["00-50-c2-11-22-33", ["00-50-c2-11-22-33", "0050c2112233"]],
  ["0050.c211.2233", ["0050.c211.2233", "0050c2112233"]],
  ["sip:Ada@example.org", ["ada@example.org", "sip:ada@example.org"]],
  ["+43 1 (0) 5", ["+43 1 (0) 5", "4315"]],
  ["198.51.100.7", ["198.51.100.7"]],
  ["46011", ["46011"]],
])("%s is looked for as %j", (text, variants) => {
  expect(parseSearchInput(text).folded).toEqual(variants);
});
