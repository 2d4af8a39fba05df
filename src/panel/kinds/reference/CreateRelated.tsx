import Add from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { type ReactNode, use } from "react";
import type { Json, ReferenceDescriptor, ResourceDescriptor, VariantDescriptor } from "../../../core/descriptor.ts";
import { pathTo } from "../../paths.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { describeResource, summaryOf } from "../../providers/resources.ts";
import { actionKey, variantKey } from "../../resource/labels.ts";
import { CreateRelatedContext } from "../controls/createRelated.ts";

interface CreateRelatedProps {
  readonly reference: ReferenceDescriptor;
  readonly filter: Readonly<Record<string, Json>>;
  readonly fieldId: string;
}

/** The way to a record that does not exist yet, for those who may create one. Nothing at all for others. */
export function CreateRelated({ reference, filter, fieldId }: CreateRelatedProps): ReactNode {
  const leave = use(CreateRelatedContext);
  const access = useAccess();
  const translate = useTranslate();
  const summary = summaryOf(reference.resource);
  const owner = summary.parent && filter[summary.parent.by];
  const parentId = typeof owner === "number" || typeof owner === "string" ? owner : undefined;
  const mayCreate =
    leave !== null &&
    summary.operations.includes("create") &&
    // Records that live below another one need that first.
    (summary.parent === undefined || parentId !== undefined) &&
    access.can(summary, "create") &&
    access.findLack(summary) === null;
  const { data: descriptor } = useQuery({
    queryKey: ["descriptor", reference.resource],
    queryFn: () => describeResource(reference.resource),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: mayCreate,
  });
  if (!mayCreate || !descriptor) return null;
  return (
    <Stack direction="row" spacing={1}>
      {waysToCreate(descriptor, filter).map(({ variant, label }) => {
        const address = pathTo(reference.resource, "create", { variant, parentId });
        return (
          address && (
            <Button key={address} size="small" startIcon={<Add />} onClick={() => leave(address, fieldId)}>
              {translate(label)}
            </Button>
          )
        );
      })}
    </Stack>
  );
}

/** One form, or one for each variant that can bring a record this field would take. */
function waysToCreate(
  { name, variants }: ResourceDescriptor,
  filter: CreateRelatedProps["filter"],
): { variant?: string; label: string }[] {
  const fits = ({ preset }: VariantDescriptor) =>
    Object.entries(preset).every(([field, value]) => filter[field] === undefined || filter[field] === value);
  if (variants.length === 0) return [{ label: actionKey(name, "create") }];
  return variants.filter(fits).map((variant) => ({ variant: variant.name, label: variantKey(name, variant.name) }));
}
