import type { GetListParams, Identifier } from "ra-core";
import type { Json, ReferenceDescriptor, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { describeResource } from "../../providers/resources.ts";
import { recordTitle } from "../../resource/recordTitle.ts";
import { hasValue, valueAt } from "../../resource/valueAt.ts";

/** Where choices come from and what of them is kept. */
export interface ChoiceSource extends Pick<ReferenceDescriptor, "resource" | "search" | "legacyTable" | "legacyLabel"> {
  /** What goes into the record: the id of the choice, or another field of it where the wire wants names. */
  readonly keep?: string;
}

export interface Choice {
  readonly value: string | number;
  readonly label: string;
  /** What tells it from others of the same label. */
  readonly note: string;
}

export interface ChoicePage {
  readonly data: readonly Choice[];
  readonly total: number;
}

export const choicesPerPage = 20;

export interface ChoiceQuery {
  /** Searched anywhere in the label. */
  readonly text: string;
  /** 1-based. */
  readonly page: number;
  readonly filter: Readonly<Record<string, Json>>;
  /** The present choice, which older tables put first. */
  readonly present?: Identifier;
  readonly signal?: AbortSignal;
}

/** One page of what can be chosen, from the collection or from the older table that the schema names. */
export async function loadChoices(
  dataProvider: Pick<PanelDataProvider, "getList" | "listLegacyTable">,
  source: ChoiceSource,
  { text, page, filter, present, signal }: ChoiceQuery,
): Promise<ChoicePage> {
  const descriptor = await describeResource(source.resource);
  const toPage = (found: { data: readonly WireRecord[]; total?: number }): ChoicePage => ({
    data: found.data.map((record) => toChoice(descriptor, source, record)),
    total: found.total ?? found.data.length,
  });
  if (source.legacyTable) {
    const search = text === "" ? undefined : `*${text}*`;
    const params = { page, perPage: choicesPerPage, search, idOnTop: present, signal };
    return toPage(await dataProvider.listLegacyTable(source.resource, source.legacyTable, params));
  }
  const params: GetListParams & { signal?: AbortSignal } = {
    pagination: { page, perPage: choicesPerPage },
    sort: isOwnField(descriptor, source.search) ? { field: source.search, order: "ASC" } : descriptor.list.sort,
    filter: { ...filter, ...(text === "" ? {} : { [source.search]: text }) },
    signal,
  };
  return toPage(await dataProvider.getList(source.resource, params));
}

/** The choice that a record is. */
export function toChoice(descriptor: ResourceDescriptor, source: ChoiceSource, record: WireRecord): Choice {
  const title = recordTitle(descriptor.record, record);
  const found = valueAt(record, labelPath(descriptor, source));
  const label = hasValue(found) ? String(found) : title;
  const number = `#${record.id}`;
  const kept = source.keep ? record[source.keep] : record.id;
  return {
    value: typeof kept === "string" || typeof kept === "number" ? kept : String(record.id),
    label,
    note: title === label || title === number ? number : `${title} · ${number}`,
  };
}

/** Paths behind references that a choice's label needs `expand` for: `contact_id` for `contact_id.email`. */
export function labelExpands(descriptor: ResourceDescriptor, source: ChoiceSource): string[] {
  const path = labelPath(descriptor, source);
  const own = path.includes(".") ? [path.slice(0, path.lastIndexOf("."))] : [];
  return [...new Set([...own, ...descriptor.list.expand])];
}

/** The path that labels choices: the search field, or the one that the older table shows under its own key. */
function labelPath(descriptor: ResourceDescriptor, { search, legacyTable, legacyLabel }: ChoiceSource): string {
  if (!legacyTable || !legacyLabel) return search;
  const table = descriptor.legacyTables.find(({ path }) => path === legacyTable);
  return table?.columns.find(({ key }) => key === legacyLabel)?.source ?? legacyLabel;
}

function isOwnField({ fields }: ResourceDescriptor, name: string): boolean {
  return fields.some((field) => field.name === name && !field.computed);
}
