import type { Identifier } from "react-admin";
import type { Json } from "../../core/schema/descriptor.ts";
import { fetchObject } from "./fetchObject.ts";

/** A template filled in by the platform (`config_preview`). */
export interface FilledTemplate {
  /** Null: the template has faults. */
  readonly text: string | null;
  readonly faults: readonly {
    readonly rule: string;
    readonly line: number;
    readonly params: Readonly<Record<string, Json>>;
  }[];
  /** The line from which on the file is none of its format; null: it is one. */
  readonly broken: number | null;
}

interface PreviewOptions {
  /** Absent: the device's own template. */
  readonly data?: string;
  /** Null: sample data. */
  readonly deviceId: Identifier | null;
  readonly signal?: AbortSignal;
}

/** The file that a device would be given, without passwords. */
export function fillTemplate({ data, deviceId, signal }: PreviewOptions): Promise<FilledTemplate> {
  const path = "/api/pbxdeviceconfigs/preview";
  return fetchObject({ method: "POST", path, body: { data, device_id: deviceId }, signal }, { faults: "array" });
}

/** A phone of the catalogue (`ready_models`). */
export interface CatalogueListing {
  readonly name: string;
  readonly vendor: string;
  readonly model: string;
  readonly keys: number;
  /** The reseller has it. */
  readonly is_taken: boolean;
}

const readyPath = "/api/pbxdevicemodels/ready";

export async function loadCatalogueModels(resellerId: number | null): Promise<readonly CatalogueListing[]> {
  const request = { path: readyPath, query: { reseller_id: resellerId ?? undefined } };
  return (await fetchObject<{ readonly models: readonly CatalogueListing[] }>(request, { models: "array" })).models;
}

/** Resolves to the number of models that the reseller has got. */
export async function importModels(resellerId: number | null, models: readonly string[]): Promise<number> {
  const request = { method: "POST", path: readyPath, body: { reseller_id: resellerId, models } } as const;
  return (await fetchObject<{ readonly taken_in: number }>(request, { taken_in: "number" })).taken_in;
}
