import type { ComponentType } from "react";
import type { ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import type { PanelRecord } from "../../providers/rest.ts";

export interface OwnTabProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
}

/** A part of a record's page that no schema can describe. */
export interface OwnTab {
  /** Last part of the address. */
  readonly path: string;
  readonly labelKey: string;
  /** Whether this person sees it of this record. */
  readonly isShown: (access: Access, record: WireRecord) => boolean;
  readonly load: () => Promise<ComponentType<OwnTabProps>>;
}
