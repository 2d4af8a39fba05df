import { toSingular } from "../words.ts";

/** The resource that a field called `reseller_id` leads to, with what is doubtful about it. */
export function findTarget(
  field: string,
  resources: readonly string[],
): { readonly target?: string; readonly why: readonly string[] } {
  const [, name] = /^(.+)_id$/.exec(field) ?? [];
  if (name === undefined) return { why: [] };
  const words = name.replaceAll("_", "");
  const exact = resources.filter((resource) => toSingular(resource) === words);
  const close = resources.filter(
    (resource) => toSingular(resource).endsWith(words) || words.endsWith(toSingular(resource)),
  );
  const [target, ...others] = exact.length > 0 ? exact : close;
  if (!target) return { why: [`a reference by its name, yet no schema describes ${name}`] };
  const more = others.length > 0 ? `, or ${others.join(", ")}` : "";
  return { target, why: [`reference: ${target}${more}, by its name`] };
}
