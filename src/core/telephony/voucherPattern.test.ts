import { expect, it } from "vitest";
import { countCodes, hasEnoughCodes, makeCode } from "./voucherPattern.ts";

const first = () => 0;
const last = (below: number) => below - 1;

it("replaces placeholders, and keeps everything else", () => {
  expect(makeCode("SUMMER-##-@@-**", first)).toBe("SUMMER-00-AA-00");
  expect(makeCode("SUMMER-##-@@-**", last)).toBe("SUMMER-99-ZZ-ZZ");
  expect(makeCode("é😀#", first)).toBe("é😀0");
});

it("uses no letter that is taken for another character", () => {
  const seen = Array.from({ length: 32 }, (_, index) => makeCode("*", () => index));
  expect(new Set(seen).size).toBe(32);
  expect(seen.join("")).not.toMatch(/[ILOU]/);
});

it("counts codes exactly, however many there are", () => {
  expect(countCodes("fixed")).toBe(1n);
  expect(countCodes("#@*")).toBe(10n * 22n * 32n);
  expect(countCodes("*".repeat(128))).toBe(32n ** 128n);
});

it("wants a thousand codes per voucher", () => {
  expect(hasEnoughCodes("####", 10)).toBe(true);
  expect(hasEnoughCodes("####", 11)).toBe(false);
  expect(hasEnoughCodes("fixed", 1)).toBe(false);
  expect(hasEnoughCodes("####", 1.5)).toBe(true);
});
