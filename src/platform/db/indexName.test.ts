import { expect, test } from "vitest";
import { indexName } from "./indexName.ts";

test("keeps names that fit and shortens others to unique ones", () => {
  const long = `pb_${"x".repeat(61)}`;
  expect(indexName("pb_domains_domain_unique")).toBe("pb_domains_domain_unique");
  expect(indexName(long.slice(0, 63))).toBe(long.slice(0, 63));
  expect(indexName(long)).toHaveLength(63);
  expect(indexName(long)).not.toBe(indexName(`${long}y`));
});
