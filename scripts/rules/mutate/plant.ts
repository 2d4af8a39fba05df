import { validatorFor } from "../../../codegen/emit/validators.ts";
import type { ResourceModule } from "../../../src/core/resourceModule.ts";
import { resources } from "../../../src/generated/all.gen.ts";
import { hooks } from "../../../src/platform/entities/index.ts";
import { allFormats } from "./formatMutants.ts";
import type { Fault } from "./mutant.ts";

export type Modules = Readonly<Record<string, ResourceModule>>;

/** All resources as the platform is to run them. The generated ones, from which the rule book is, stay as they are. */
export function plantedModules({ descriptors = [], formats = {} }: Fault): Modules {
  const planted = descriptors.map((descriptor): readonly [string, ResourceModule] => {
    const validate = validatorFor(descriptor, { ...allFormats, ...formats });
    return [descriptor.name, { descriptor, validate }];
  });
  return { ...resources, ...Object.fromEntries(planted) };
}

/** Takes a check out of the resource's hooks, in every platform of this process. Returns what puts it back. */
export function skipCheck(resource: string, { rule, moment }: NonNullable<Fault["skipped"]>): () => void {
  const own = hooks[resource];
  const check = own?.checks?.[rule];
  if (!own?.checks || !check) throw new Error(`${resource} has no check ${rule}`);
  const { checks } = own;
  Object.assign(own, { checks: { ...checks, [rule]: { ...check, [moment]: () => [] } } });
  return () => Object.assign(own, { checks });
}
