import type { ResourceDescriptor, VariantDescriptor } from "../../core/schema/descriptor.ts";
import { actionKey, variantKey } from "./labels.ts";

interface WayToCreate {
  /** Absent: the general form. */
  readonly variant?: string;
  readonly label: string;
}

/**
 * The forms that create a record: `own` alone if given, otherwise the general form or the applicable variants that
 * replace it.
 */
export function waysToCreate(
  { name, variants }: Pick<ResourceDescriptor, "name" | "variants">,
  currentVariant: VariantDescriptor | undefined,
  fits: (variant: VariantDescriptor) => boolean = () => true,
): WayToCreate[] {
  const toWay = (variant: VariantDescriptor) => ({ variant: variant.name, label: variantKey(name, variant.name) });
  if (currentVariant) return [toWay(currentVariant)];
  const general = variants.filter(({ fields }) => !fields);
  return general.length === 0 ? [{ label: actionKey(name, "create") }] : general.filter(fits).map(toWay);
}
