import { lazy, type ReactNode, Suspense } from "react";
import type { Json, ResourceDescriptor } from "../../../core/descriptor.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import { summaryOf } from "../../providers/summaries.ts";
import type { FormController } from "./useFormController.ts";

const TryOut = lazy(async () => {
  const texts = ["routing", "destinations", "preferences", "price"];
  const [{ TryOut: component }] = await Promise.all([import("../../routing/TryOut.tsx"), ...texts.map(addTexts)]);
  return { default: component };
});

interface TryOutSectionProps {
  readonly descriptor: ResourceDescriptor;
  readonly id: Json | undefined;
  readonly readForm: FormController["readWire"];
}

/** Tries the form on calls, where that tells something of its resource and this user may know. */
export function TryOutSection({ descriptor: { name, tryOut }, ...props }: TryOutSectionProps): ReactNode {
  const access = useAccess();
  const isOpen = tryOut !== undefined && isOffered("call_routing");
  if (!isOpen || !access.canOpen("tool.callroutingverify", "read")) return null;
  if (!access.can(summaryOf("peeringgroups"), "read")) return null;
  return (
    <Suspense fallback={null}>
      <TryOut resource={name} {...props} />
    </Suspense>
  );
}
