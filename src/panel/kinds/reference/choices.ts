import type { GetListParams, Identifier } from "ra-core";
import type { Json, ReferenceDescriptor, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { recordTitle } from "../../../core/recordTitle.ts";
import { hasValue, valueAt } from "../../../core/valueAt.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { isOffered } from "../../providers/extensions.ts";
import { describeResource } from "../../providers/resources.ts";

/** Where choices come from and what of them is kept. */
export interface ChoiceSource extends Pick<ReferenceDescriptor, "resource" | "search" | "label" | "legacyTable"> {
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

/** Besides its number; more would leave no room for the label. */
const notesAtMost = 3;

export interface ChoiceQuery {
  /** Searched anywhere in what tells the records from each other. */
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
    const { data, total } = await dataProvider.listLegacyTable(source.resource, source.legacyTable, params);
    return toPage({ data: await withTitles(dataProvider, descriptor, data, signal), total });
  }
  const params: GetListParams & { signal?: AbortSignal } = {
    pagination: { page, perPage: choicesPerPage },
    sort: isOwnField(descriptor, source.search) ? { field: source.search, order: "ASC" } : descriptor.list.sort,
    filter: { ...filter, ...(text === "" ? {} : { [searchParameter(descriptor, source)]: text }) },
    meta: { quickCount: true },
    signal,
  };
  return toPage(await dataProvider.getList(source.resource, params));
}

/** The query parameter that finds choices by their label: by all that is shown where the platform can. */
function searchParameter({ list }: ResourceDescriptor, { search, label }: ChoiceSource): string {
  return label === undefined && isOffered("search") && list.searchIn.length > 1 ? "search" : search;
}

/**
 * Rows of an older table, which knows only a part of what a title is made of, replaced by their records where one
 * request brings them all.
 */
async function withTitles(
  dataProvider: Pick<PanelDataProvider, "getList">,
  descriptor: ResourceDescriptor,
  rows: readonly WireRecord[],
  signal: AbortSignal | undefined,
): Promise<readonly WireRecord[]> {
  if (rows.length === 0 || !isOffered("id_filter")) return rows;
  const { data } = await dataProvider.getList(descriptor.name, {
    pagination: { page: 1, perPage: rows.length },
    sort: { field: "id", order: "ASC" },
    filter: { id: rows.map(({ id }) => id).join(",") },
    signal,
  });
  return rows.map((row) => data.find(({ id }) => String(id) === String(row.id)) ?? row);
}

/** The choice that a record is: called by its title unless the schema labels it otherwise. */
export function toChoice(descriptor: ResourceDescriptor, source: ChoiceSource, record: WireRecord): Choice {
  const title = recordTitle(descriptor.record, record);
  const named = source.label === undefined ? undefined : valueAt(record, source.label);
  const label = hasValue(named) ? String(named) : title;
  const number = `#${record.id}`;
  const further = label === title ? descriptor.list.searchIn.map((path) => valueAt(record, path)) : [title];
  const notes = further
    .filter(hasValue)
    .map(String)
    .filter((text) => !label.includes(text));
  const kept = source.keep ? record[source.keep] : record.id;
  return {
    value: typeof kept === "string" || typeof kept === "number" ? kept : String(record.id),
    label,
    note: [...notes.slice(0, notesAtMost), number].filter((note) => note !== label).join(" · "),
  };
}

/** Paths behind references that a choice's label needs `expand` for: `contact_id` for `contact_id.email`. */
export function labelExpands({ list }: ResourceDescriptor, { label = "" }: ChoiceSource): string[] {
  const own = label.includes(".") ? [label.slice(0, label.lastIndexOf("."))] : [];
  return [...new Set([...own, ...list.expand])];
}

function isOwnField({ fields }: ResourceDescriptor, name: string): boolean {
  return fields.some((field) => field.name === name && !field.computed);
}
