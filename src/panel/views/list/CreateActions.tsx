import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { pathTo } from "../../paths.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { toHref } from "../../resource/addressOf.ts";
import { actionKey, variantKey } from "../../resource/labels.ts";

interface CreateActionsProps {
  readonly descriptor: ResourceDescriptor;
  readonly parentId?: string | number;
  /** What is known of the new record, as a query: `?reseller_id=4`. */
  readonly query?: string;
}

/** A button for each way to create a record; nothing for people who may not. */
export function CreateActions({ descriptor, parentId, query = "" }: CreateActionsProps) {
  const { name, operations, variants } = descriptor;
  const translate = useTranslate();
  const access = useAccess();
  if (!operations.includes("create") || !access.can(descriptor, "create")) return null;
  const ways =
    variants.length > 0
      ? variants.map((variant) => ({ variant: variant.name, label: variantKey(name, variant.name) }))
      : [{ variant: undefined, label: actionKey(name, "create") }];
  return ways.map(({ variant, label }) => {
    const address = pathTo(name, "create", { variant, parentId });
    return address ? (
      <Button key={label} variant="contained" startIcon={<AddIcon />} href={toHref(address + query)}>
        {translate(label)}
      </Button>
    ) : null;
  });
}
