import { expect, it } from "vitest";
import { highlightRange } from "./Option.tsx";

it.each([
  ["+44 20 79460113", "46011", "46011"],
  ["+44 20 79460113", "20 7946", "20 7946"],
  ["+44 20 79460113", "0207946", "20 7946"],
  ["+44 20 79460113", "0044 20", "44 20"],
  ["+44 20 79460113", "+44 (0)20", "44 20"],
  ["0050c2000005", "00:50:C2", "0050c2"],
  ["Kornblum Bäckerei", "backer", "Bäcker"],
  ["maja.bell@voip.example", "sip:maja", "maja"],
  ["maja.bell", "zz", undefined],
])("in %s, %s marks %s", (text, typed, marked) => {
  const span = highlightRange(text, typed);
  expect(span && text.slice(...span)).toBe(marked);
});
