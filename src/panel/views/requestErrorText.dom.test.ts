import { HttpError } from "react-admin";
import { expect, it } from "vitest";
import { requestErrorText } from "./requestErrorText.ts";

const translate = (key: string, options: Record<string, unknown> = {}) =>
  key === "errors.in_use" ? `In use by ${options.count}` : String(options._ ?? key);

it.each<[string, unknown, string]>([
  [
    "is in the reader's language where the reason is known",
    new HttpError("customer still in use", 423, { message: "x", key: "errors.in_use", params: { count: 3 } }),
    "In use by 3",
  ],
  [
    "is the platform's own otherwise",
    new HttpError("Entity is locked", 423, { message: "Entity is locked" }),
    "Entity is locked",
  ],
  ["is the failure itself where there was no answer", new HttpError("errors.timeout", 0), "errors.timeout"],
  ["is never empty", "odd", "errors.unknown"],
])("%s", (_, refusal, wanted) => {
  expect(requestErrorText(translate, refusal)).toBe(wanted);
});
