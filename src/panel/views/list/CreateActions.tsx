import AddIcon from "@mui/icons-material/Add";
import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { pathTo } from "../../navigation/paths.ts";
import { toHref } from "../../navigation/recordPath.ts";
import { waysToCreate } from "../../navigation/waysToCreate.ts";
import { type Access, useAccess } from "../../providers/StartupDataContext.tsx";
import { withKey } from "../../providers/texts.ts";
import { WhyButton } from "../explain/WhyButton.tsx";

interface CreateLinkOptions {
  readonly parentId?: string | number | undefined;
  /** The form to open; defaults to the general one or its variants. */
  readonly variant?: string | undefined;
  /** Known values of the new record, as a query: `?reseller_id=4`. */
  readonly query?: string;
}

interface CreateActionsProps extends CreateLinkOptions {
  readonly descriptor: ResourceDescriptor;
}

/** The forms that create a record, by label and address; none without the right. */
export function linksToCreate(
  descriptor: ResourceDescriptor,
  { parentId, variant: variantName, query = "" }: CreateLinkOptions,
  access: Pick<Access, "can" | "findLack">,
): { readonly label: string; readonly path: string }[] {
  const { name, operations, variants } = descriptor;
  if (!operations.includes("create") || !access.can(descriptor, "create")) return [];
  const chosenVariant = variants.find(
    ({ name: variant, needs }) => variant === variantName && access.findLack({ needs }) === null,
  );
  return waysToCreate(descriptor, chosenVariant).flatMap(({ variant, label }) => {
    const path = pathTo(name, "create", { variant, parentId });
    return path ? [{ label, path: path + query }] : [];
  });
}

/** A button for each way to create a record. */
export function CreateActions({ descriptor, ...creation }: CreateActionsProps) {
  const translate = useTranslate();
  const access = useAccess();
  return linksToCreate(descriptor, creation, access).map(({ label, path }, index) => (
    <Button
      key={label}
      variant="contained"
      startIcon={<AddIcon />}
      href={toHref(path)}
      {...(index === 0 ? { "aria-keyshortcuts": "c", title: withKey(translate(label), "c") } : {})}
    >
      {translate(label)}
    </Button>
  ));
}

/** Replaces the create button for users without the right. */
export function CreateWhyButton({ descriptor }: { readonly descriptor: ResourceDescriptor }) {
  const access = useAccess();
  if (!descriptor.operations.includes("create") || access.can(descriptor, "create")) return null;
  return <WhyButton question={{ resource: descriptor.name, right: "create" }} />;
}
