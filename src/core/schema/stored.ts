import type { ResourceName, Resources } from "../../generated/types/index.gen.ts";

/** Members of a stored record: those that always have a value, by their column or its default, and those that may lack one. */
export type Stored<
  Name extends ResourceName,
  Filled extends keyof Resources[Name]["record"],
  Optional extends keyof Resources[Name]["record"] = never,
> = { readonly [Member in Filled]-?: NonNullable<Resources[Name]["record"][Member]> } & Readonly<
  Pick<Resources[Name]["record"], Optional>
>;
