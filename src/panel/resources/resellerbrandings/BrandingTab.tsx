import type { ReactNode } from "react";
import type { OwnTabProps } from "../../views/details/override.ts";
import { BrandingEditor } from "./BrandingEditor.tsx";

/** A reseller's branding among the parts of its page. */
export function BrandingTab({ record }: OwnTabProps): ReactNode {
  return <BrandingEditor resellerId={Number(record.id)} />;
}
