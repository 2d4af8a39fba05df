import declared from "../../../schemas/declared.json" with { type: "json" };

/** What a collection of the older API takes, and no other: all else is ignored. */
export interface DeclaredParameters {
  readonly operations: ReadonlySet<string>;
  /** Filters. */
  readonly query: ReadonlySet<string>;
  /** Values of `order_by`. */
  readonly sort: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const byResource = new Map(
  Object.entries(declared).map(([name, { operations, query, sort }]): [string, DeclaredParameters] => [
    name,
    { operations: words(operations), query: words(query), sort: words(sort) },
  ]),
);

/** What a collection of the older API takes (state of 2026); undefined for one that it has not. */
export function findDeclared(resource: string): DeclaredParameters | undefined {
  return byResource.get(resource);
}
