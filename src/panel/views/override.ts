import type { FunctionComponent } from "react";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";
import type { RecordOf } from "../providers/rest.ts";
import type { Access } from "../providers/StartupDataContext.tsx";

/** `CustomTabProps<"calls">`: those of a tab of calls. */
export interface CustomTabProps<Resource extends string = string> {
  readonly descriptor: ResourceDescriptor<Resource>;
  readonly record: RecordOf<Resource>;
}

/** A tab that no schema can describe, or that replaces the schema's tab of the same name. */
export interface CustomTab<Resource extends string = string> {
  /** Last segment of the URL. */
  readonly path: string;
  /** Tab of the schema that it stands before; absent: behind the first. */
  readonly before?: string;
  /** Defaults to the name of the schema's tab. */
  readonly labelKey?: string;
  /** Whether this user sees it for this record; defaults to the schema's rules. */
  readonly isShown?: (access: Access, record: RecordOf<Resource>) => boolean;
  readonly Tab: FunctionComponent<CustomTabProps<Resource>>;
}
