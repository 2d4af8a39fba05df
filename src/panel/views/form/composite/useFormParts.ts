import { use, useState } from "react";
import type { CompositePart, ResourceDescriptor } from "../../../../core/descriptor.ts";
import type { ResourceModule } from "../../../../core/resourceModule.ts";
import { isOffered } from "../../../providers/extensions.ts";
import { type Access, useAccess } from "../../../providers/FactsContext.tsx";
import { loadResource } from "../../../providers/resources.ts";
import { summaryOf } from "../../../providers/summaries.ts";
import type { FormPart } from "./formParts.ts";

/**
 * The parts of a resource's create form that this user and platform can make, with what they need loaded. A platform
 * without the request for all of them gets none: it would be left with half of the records if it refused the rest.
 */
export function useFormParts(descriptor: ResourceDescriptor): readonly FormPart[] {
  const access = useAccess();
  const parts = usableParts(descriptor, access);
  // All at once.
  for (const { resource } of parts) void loadResource(resource).catch(() => undefined);
  const found: FormPart[] = [];
  for (const part of parts) found.push(withModule(part, use(loadResource(part.resource))));
  const [kept, keep] = useState<readonly FormPart[]>(found);
  const isSame = kept.length === found.length && kept.every((part, index) => part === found[index]);
  if (!isSame) keep(found);
  return isSame ? kept : found;
}

const known = new WeakMap<CompositePart, FormPart>();

/** The same object for the same part, as inputs are rendered anew for another. */
function withModule(part: CompositePart, module: ResourceModule): FormPart {
  const found = known.get(part);
  if (found?.module === module) return found;
  const made = { ...part, module };
  known.set(part, made);
  return made;
}

function usableParts(
  descriptor: Pick<ResourceDescriptor, "composite" | "fields" | "access" | "requires" | "groups">,
  access: Pick<Access, "can" | "findLack">,
): readonly CompositePart[] {
  if (!isOffered("composite")) return [];
  const asked = new Set(descriptor.groups.flatMap((group) => group.fields));
  return (descriptor.composite ?? []).filter(({ made, resource, by }) => {
    const summary = summaryOf(resource);
    if (!access.can(summary, "create") || access.findLack(summary) !== null) return false;
    return made === "after" || asked.has(by);
  });
}
