import { use, useState } from "react";
import type { CompositePart, ResourceDescriptor } from "../../../../core/schema/descriptor.ts";
import type { ResourceModule } from "../../../../core/schema/resourceModule.ts";
import { hasExtension } from "../../../providers/extensions.ts";
import { loadResource } from "../../../providers/resources.ts";
import { type Access, useAccess } from "../../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../../providers/summaries.ts";
import type { FormPart } from "../formParts.ts";

/**
 * The parts of a resource's create form that this user and platform can make, with what they need loaded. A platform
 * without the request for all of them gets none: it would be left with half of the records if it refused the rest.
 */
export function useFormParts(descriptor: ResourceDescriptor): readonly FormPart[] {
  const access = useAccess();
  const parts = usableParts(descriptor, access);
  // All at once.
  for (const { resource } of parts) void loadResource(resource).catch(() => undefined);
  const loaded: FormPart[] = [];
  for (const part of parts) loaded.push(withModule(part, use(loadResource(part.resource))));
  const [stable, setStable] = useState<readonly FormPart[]>(loaded);
  const isSame = stable.length === loaded.length && stable.every((part, index) => part === loaded[index]);
  if (!isSame) setStable(loaded);
  return isSame ? stable : loaded;
}

const formPartCache = new WeakMap<CompositePart, FormPart>();

/** Returns a stable object for a part: inputs are rendered anew for another. */
function withModule(part: CompositePart, module: ResourceModule): FormPart {
  const cached = formPartCache.get(part);
  if (cached?.module === module) return cached;
  const formPart = { ...part, module };
  formPartCache.set(part, formPart);
  return formPart;
}

function usableParts(
  descriptor: Pick<ResourceDescriptor, "composite" | "fields" | "access" | "accessFlags" | "groups">,
  access: Pick<Access, "can" | "findLack">,
): readonly CompositePart[] {
  if (!hasExtension("composite")) return [];
  const groupedFields = new Set(descriptor.groups.flatMap((group) => group.fields));
  return (descriptor.composite ?? []).filter(({ created, resource, reference }) => {
    const summary = summaryOf(resource);
    if (!access.can(summary, "create") || access.findLack(summary) !== null) return false;
    return created === "after" || groupedFields.has(reference);
  });
}
