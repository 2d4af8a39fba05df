import { toSingular } from "../words.ts";

/** The resource that a field named like `reseller_id` refers to, with what is uncertain about it. */
export function findTarget(
  field: string,
  resources: readonly string[],
): { readonly target?: string; readonly why: readonly string[] } {
  const [, name] = /^(.+)_id$/.exec(field) ?? [];
  if (name === undefined) return { why: [] };
  const compactName = name.replaceAll("_", "");
  const exact = resources.filter((resource) => toSingular(resource) === compactName);
  const close = resources.filter(
    (resource) => toSingular(resource).endsWith(compactName) || compactName.endsWith(toSingular(resource)),
  );
  const [target, ...further] = exact.length > 0 ? exact : close;
  if (!target) return { why: [`reference: by its name, but no schema describes ${name}`] };
  const more = further.length > 0 ? `, or ${further.join(", ")}` : "";
  return { target, why: [`reference: ${target}${more}, by its name`] };
}
