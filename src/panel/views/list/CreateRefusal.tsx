import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { WhyButton } from "../../explain/WhyButton.tsx";
import { useAccess } from "../../providers/FactsContext.tsx";

/** Replaces the create button for users without the right. */
export function CreateRefusal({ descriptor }: { readonly descriptor: ResourceDescriptor }) {
  const access = useAccess();
  if (!descriptor.operations.includes("create") || access.can(descriptor, "create")) return null;
  return <WhyButton question={{ resource: descriptor.name, right: "create" }} />;
}
