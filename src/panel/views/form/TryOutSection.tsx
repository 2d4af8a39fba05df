import { lazy, type ReactNode, Suspense } from "react";
import type { Json, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import { summaryOf } from "../../providers/resources.ts";

export interface TryOutProps {
  readonly resource: string;
  readonly id: Json | undefined;
  /** Calls back with the record that saving would send, or marks what is wrong in the form and calls `onInvalid`. */
  readonly readForm: (onValid: (record: WireRecord) => void, onInvalid: () => void) => void;
}

const TryOut = lazy(async () => {
  const texts = ["routing", "destinations", "preferences", "price"];
  const [{ TryOut: component }] = await Promise.all([import("../../routing/TryOut.tsx"), ...texts.map(addTexts)]);
  return { default: component };
});

interface TryOutSectionProps extends Omit<TryOutProps, "resource"> {
  readonly descriptor: ResourceDescriptor;
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
