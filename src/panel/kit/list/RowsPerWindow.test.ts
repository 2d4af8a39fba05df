import { expect, it } from "vitest";
import { rowsThatFit } from "./RowsPerWindow.tsx";

const page = { window: 900, top: 240, row: 37, below: 46 };

it("fills the window with whole rows, what stands below them in view", () => {
  expect(rowsThatFit(page)).toBe(16);
  expect(rowsThatFit({ ...page, window: 899 })).toBe(16);
  expect(rowsThatFit({ ...page, row: 30 })).toBe(20);
});

it("shows some rows in a low window, and not all of them in a high one", () => {
  expect(rowsThatFit({ ...page, window: 300 })).toBe(5);
  expect(rowsThatFit({ ...page, window: 9000 })).toBe(100);
  expect(rowsThatFit({ ...page, row: 0 })).toBe(100);
});
