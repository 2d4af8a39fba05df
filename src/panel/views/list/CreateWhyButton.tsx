import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { WhyButton } from "../explain/WhyButton.tsx";

/** Replaces the create button for users without the right. */
export function CreateWhyButton({ descriptor }: { readonly descriptor: ResourceDescriptor }) {
  const access = useAccess();
  if (!descriptor.operations.includes("create") || access.can(descriptor, "create")) return null;
  return <WhyButton question={{ resource: descriptor.name, right: "create" }} />;
}
