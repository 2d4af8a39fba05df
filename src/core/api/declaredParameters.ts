import declared from "../../../schemas/declared.json" with { type: "json" };

/** What a list of the older API takes, and no other: all else is ignored. */
export interface DeclaredParameters {
  /** Filters. */
  readonly query: ReadonlySet<string>;
  /** Values of `order_by`. */
  readonly sort: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const byResource = new Map(
  Object.entries(declared).map(([name, { query, sort }]): [string, DeclaredParameters] => [
    name,
    { query: words(query), sort: words(sort) },
  ]),
);

/** The parameters of a collection of the older API (state of 2026); undefined for one that it has not. */
export function findDeclared(resource: string): DeclaredParameters | undefined {
  return byResource.get(resource);
}
