import { useQuery } from "@tanstack/react-query";
import { useLocale } from "ra-core";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { getInherited, type Inherited } from "../../providers/preferenceLayers.ts";
import type { PreferenceDef, PreferenceValues } from "../../providers/preferences.ts";
import type { PanelRecord } from "../../providers/rest.ts";

interface InheritedOptions {
  readonly descriptor: ResourceDescriptor;
  readonly resource: string;
  readonly owner: PanelRecord;
  readonly defs: readonly PreferenceDef[] | undefined;
  readonly values: PreferenceValues | undefined;
}

/**
 * What holds for an owner where it has set nothing; undefined for owners that inherit nothing, and until it is known.
 * It is asked for anew when a value goes: what then holds may not have been told before.
 */
export function useInherited({ descriptor, resource, owner, defs, values }: InheritedOptions): Inherited | undefined {
  const lang = useLocale();
  const isInheriting = (descriptor.inheritsPreferences ?? []).length > 0;
  const { data } = useQuery({
    queryKey: [resource, "inherited", String(owner.id), lang, values ? Object.keys(values).sort() : []],
    queryFn: () => getInherited({ descriptor, resource, owner, defs: defs ?? [], lang }),
    enabled: isInheriting && defs !== undefined && values !== undefined,
    // Stays in sight until the next answer is there.
    placeholderData: (before) => before,
  });
  return data;
}
