import type { ComponentType } from "react";
import type { ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import type { PanelRecord } from "../../providers/rest.ts";

export interface OwnTabProps {
  readonly descriptor: ResourceDescriptor;
  readonly record: PanelRecord;
}

/** A part of a record's page that no schema can describe, or that stands in for the schema's of the same address. */
export interface OwnTab {
  /** Last part of the address. */
  readonly path: string;
  /** Absent: as the schema's tab is called. */
  readonly labelKey?: string;
  /** Whether this person sees it of this record; absent: as the schema says. */
  readonly isShown?: (access: Access, record: WireRecord) => boolean;
  readonly load: () => Promise<ComponentType<OwnTabProps>>;
}
