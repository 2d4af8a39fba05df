import type { ResourceDescriptor } from "./descriptor.ts";
import type { GeneratedValidator } from "./generatedValidator.ts";

/** Descriptor and validator of one resource: the unit that the panel loads and the platform serves. */
export interface ResourceModule<Name extends string = string> {
  readonly descriptor: ResourceDescriptor<Name>;
  readonly validate: GeneratedValidator;
}
