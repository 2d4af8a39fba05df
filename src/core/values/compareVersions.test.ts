import { expect, it } from "vitest";
import { compareVersions } from "./compareVersions.ts";

it("orders versions by their numbers", () => {
  const versions = ["10.0", "9.2", "9.10", "9.2.1", "2.0-rc2", "2.0-rc10", "v3"];
  expect(versions.toSorted(compareVersions)).toEqual(["2.0-rc2", "2.0-rc10", "9.2", "9.2.1", "9.10", "10.0", "v3"]);
});
