import { expect, it } from "vitest";
import { resources } from "../../generated/all.gen.ts";
import type { ResourceModule } from "../schema/resourceModule.ts";
import { formRulesOf } from "./formRules.ts";
import { tryValue } from "./tryValue.ts";

it("says what is wrong with a pattern by its format's rule", () => {
  const module = resources.ncospatterns as ResourceModule;
  const rules = formRulesOf(module.descriptor).filter(
    ({ pointer, key }) => `${key} at ${pointer}` === "rules.format.number-pattern at /pattern",
  );
  const keysOf = (value: string) => {
    const { rules: tried, others } = tryValue(module, rules, value);
    return [...tried.map(({ verdict, error }) => error?.key ?? verdict), ...others.map(({ key }) => key)];
  };
  expect(keysOf("^43")).toEqual(["accepts"]);
  expect(keysOf("(")).toEqual(["rules.format.number-pattern"]);
  expect(keysOf("\\K43")).toEqual(["rules.pattern.unsupported"]);
});
