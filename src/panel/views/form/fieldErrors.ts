import { HttpError } from "react-admin";
import { isObject } from "../../../core/schema/isObject.ts";
import { addTexts, currentTexts } from "../../providers/i18nProvider.ts";
import { describeResource } from "../../providers/resources.ts";
import { type FormError, serverFormErrors } from "./formErrors.ts";

/**
 * Adds the texts of field errors to a request's error, where react-admin's forms look for them: `body.errors`, in the
 * shape of the record. `body.fieldErrors` keeps the platform's.
 */
export async function withFieldErrors(resource: string, error: unknown): Promise<unknown> {
  if (!(error instanceof HttpError) || !isObject(error.body)) return error;
  const [{ fields }] = await Promise.all([describeResource(resource), addTexts("forms"), addTexts("rules")]);
  const { translate, getLocale } = currentTexts();
  const formErrors = serverFormErrors(error, { translate, locale: getLocale(), resource, fields });
  if (formErrors.length > 0) {
    error.body = { ...error.body, errors: toErrorTree(formErrors), fieldErrors: error.body.errors };
  }
  return error;
}

interface ErrorTree {
  [part: string]: ErrorTree | string;
}

/** Errors in the shape of the record, as react-admin's forms expect them; the first at each place counts. */
export function toErrorTree(formErrors: readonly Pick<FormError, "pointer" | "text">[]): Record<string, unknown> {
  const errors: ErrorTree = {};
  for (const { pointer, text } of formErrors) {
    const path = pointer.split("/").slice(1);
    const last = path.pop();
    const parent = path.reduce<ErrorTree | undefined>((tree, part) => below(tree, part), errors);
    if (parent && last !== undefined) parent[last] ??= text;
  }
  return errors;
}

/** Undefined where the whole part already has an error. */
function below(tree: ErrorTree | undefined, part: string): ErrorTree | undefined {
  if (!tree) return undefined;
  tree[part] ??= {};
  const child = tree[part];
  return typeof child === "string" ? undefined : child;
}
