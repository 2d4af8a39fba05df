import { expect, it } from "vitest";
import { codedResources as listed, preferenceResources } from "../../codegen/codedResources.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { openAccessPlatform } from "../support/accessPlatform.ts";

/** Answers of this platform alone, which no version of the API has as resources. */
const OWN = [
  "bulkjobs",
  "callroutingverify",
  "dashboard",
  "journals",
  "openapi",
  "openvpn",
  "platforminfo",
  "search",
  "system",
  "uploads",
];

const codedResources = [
  ...listed,
  ...Object.values(resources).flatMap(({ descriptor }) => preferenceResources(descriptor.preferences ?? "", "")),
].filter(({ name }) => name !== "");

const platform = await openAccessPlatform();
const served = new Set(platform.routes.flatMap(({ url }) => url.match(/^\/api\/(\w+)/)?.[1] ?? []));

it.each(codedResources.map(({ name, isServed }) => [name, isServed] as const))(
  "%s is served: %s, as docs/reference/resources.md says",
  (name, isServed) => {
    expect(served.has(name)).toBe(isServed);
  },
);

it("serves nothing else but answers of this platform alone", () => {
  const named = new Set([...Object.keys(resources), ...codedResources.map(({ name }) => name)]);
  expect([...served].filter((name) => !named.has(name)).toSorted()).toEqual(OWN);
});
