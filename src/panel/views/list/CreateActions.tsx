import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { pathTo } from "../../paths.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { toHref } from "../../resource/addressOf.ts";
import { waysToCreate } from "../../resource/waysToCreate.ts";
import { withKey } from "../../texts.ts";

interface CreateActionsProps {
  readonly descriptor: ResourceDescriptor;
  readonly parentId?: string | number;
  /** The form to open; defaults to the general one or its variants. */
  readonly variant?: string | undefined;
  /** Known values of the new record, as a query: `?reseller_id=4`. */
  readonly query?: string;
}

/** A button for each way to create a record; none without the right. */
export function CreateActions({ descriptor, parentId, variant: wanted, query = "" }: CreateActionsProps) {
  const { name, operations, variants } = descriptor;
  const translate = useTranslate();
  const access = useAccess();
  if (!operations.includes("create") || !access.can(descriptor, "create")) return null;
  const own = variants.find((variant) => variant.name === wanted && access.findLack(variant) === null);
  return waysToCreate(descriptor, own).map(({ variant, label }, index) => {
    const address = pathTo(name, "create", { variant, parentId });
    return address ? (
      <Button
        key={label}
        variant="contained"
        startIcon={<AddIcon />}
        href={toHref(address + query)}
        {...(index === 0 ? { "aria-keyshortcuts": "c", title: withKey(translate(label), "c") } : {})}
      >
        {translate(label)}
      </Button>
    ) : null;
  });
}
