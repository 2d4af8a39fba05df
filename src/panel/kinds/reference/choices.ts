import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type GetListParams, type Identifier, useDataProvider, useGetMany } from "react-admin";
import type { Json, ReferenceDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { isSameId } from "../../../core/schema/ids.ts";
import { hasValue, valueAtPath } from "../../../core/schema/valueAt.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { describeResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";

/** The source of choices and the value stored for one. */
export interface ChoiceSource extends Pick<ReferenceDescriptor, "resource" | "search" | "label" | "legacyTable"> {
  /** The stored value: the choice's id, or another field where the wire uses names. */
  readonly keep?: string;
}

export interface ReferenceChoice {
  readonly value: string | number;
  readonly label: string;
  /** The record's number as shown and typed, "#9"; absent where only the record's name is known. */
  readonly number?: string;
  /** Distinguishes it from others with the same label. */
  readonly note: string;
  /** Its label is still loading. */
  readonly isPending?: true;
}

interface ChoicePage {
  readonly data: readonly ReferenceChoice[];
  readonly total: number;
}

const choicesPerPage = 20;

/** More notes in addition to the number would leave no room for the label. */
const MAX_NOTES = 3;

interface ChoiceQuery {
  /** Searched anywhere in the identifying fields; "#9" and 9 also match a record's number. */
  readonly text: string;
  /** 1-based. */
  readonly page: number;
  readonly filter: Readonly<Record<string, Json>>;
  /** The current choice, which legacy tables put first. */
  readonly present?: Identifier;
  readonly signal?: AbortSignal;
}

/** One page of choices, from the collection or from the legacy table named by the schema. */
async function loadChoices(
  dataProvider: Pick<PanelDataProvider, "getList" | "getOne" | "listLegacyTable">,
  source: ChoiceSource,
  { text, page, filter, present, signal }: ChoiceQuery,
): Promise<ChoicePage> {
  const descriptor = await describeResource(source.resource);
  const toPage = (page: { data: readonly PanelRecord[]; total?: number }): ChoicePage => ({
    data: page.data.map((record) => toChoice(descriptor, source, record)),
    total: page.total ?? page.data.length,
  });
  const [, sign, number] = /^(#?)([1-9]\d{0,9})$/.exec(text) ?? [];
  if (source.legacyTable) {
    const search = text === "" ? undefined : `*${number ?? text}*`;
    const params = { page, perPage: choicesPerPage, search, idOnTop: number ?? present, signal };
    const { data, total } = await dataProvider.listLegacyTable(source.resource, source.legacyTable, params);
    const rows = sign && number ? data.filter(({ id }) => isSameId(id, number)) : data;
    return toPage({
      data: await withTitles(dataProvider, descriptor, rows, signal),
      total: sign ? rows.length : total,
    });
  }
  const numbered =
    number !== undefined && page === 1
      ? await findNumbered(dataProvider, source.resource, Number(number), filter, signal)
      : [];
  if (sign) return toPage({ data: numbered });
  const params: GetListParams & { signal?: AbortSignal } = {
    pagination: { page, perPage: choicesPerPage },
    sort: isOwnField(descriptor, source.search) ? { field: source.search, order: "ASC" } : descriptor.list.sort,
    filter: { ...filter, ...(text === "" ? {} : { [searchParameter(descriptor, source)]: text }) },
    meta: { quickCount: true },
    signal,
  };
  const response = await dataProvider.getList<PanelRecord>(source.resource, params);
  const otherRecords = response.data.filter(({ id }) => numbered.every((match) => !isSameId(match.id, id)));
  return toPage({ data: [...numbered, ...otherRecords], total: response.total });
}

/** The record with this number, if it is among the choices. Older platforms can only be asked whether it exists. */
async function findNumbered(
  dataProvider: Pick<PanelDataProvider, "getList" | "getOne">,
  resource: string,
  id: number,
  filter: Readonly<Record<string, Json>>,
  signal: AbortSignal | undefined,
): Promise<readonly PanelRecord[]> {
  if (!hasExtension("id_filter")) {
    const response = dataProvider.getOne<PanelRecord>(resource, { id, signal });
    return response.then(({ data }) => [data]).catch(() => []);
  }
  const { data } = await dataProvider.getList<PanelRecord>(resource, {
    pagination: { page: 1, perPage: 1 },
    sort: { field: "id", order: "ASC" },
    filter: { ...filter, id: String(id) },
    signal,
  });
  return data;
}

/** The query parameter that searches choices by label: in everything shown, where the platform can. */
function searchParameter({ list }: ResourceDescriptor, { search, label }: ChoiceSource): string {
  return label === undefined && hasExtension("search") && list.searchIn.length > 1 ? "search" : search;
}

/**
 * Replaces rows of a legacy table, which has only part of a title's fields, by full records where a single request
 * returns them all.
 */
async function withTitles(
  dataProvider: Pick<PanelDataProvider, "getList">,
  descriptor: ResourceDescriptor,
  rows: readonly PanelRecord[],
  signal: AbortSignal | undefined,
): Promise<readonly PanelRecord[]> {
  if (rows.length === 0 || !hasExtension("id_filter")) return rows;
  const { data } = await dataProvider.getList<PanelRecord>(descriptor.name, {
    pagination: { page: 1, perPage: rows.length },
    sort: { field: "id", order: "ASC" },
    filter: { id: rows.map(({ id }) => id).join(",") },
    signal,
  });
  return rows.map((row) => data.find(({ id }) => isSameId(id, row.id)) ?? row);
}

/** A record as a choice, labelled by its title unless the schema says otherwise. */
function toChoice(descriptor: ResourceDescriptor, source: ChoiceSource, record: PanelRecord): ReferenceChoice {
  const title = recordTitle(descriptor.recordRepresentation, record);
  const labelValue = source.label === undefined ? undefined : valueAtPath(record, source.label);
  const label = hasValue(labelValue) ? String(labelValue) : title;
  const number = `#${record.id}`;
  const further = label === title ? descriptor.list.searchIn.map((path) => valueAtPath(record, path)) : [title];
  const notes = further
    .filter(hasValue)
    .map(String)
    .filter((text) => !label.includes(text));
  const storedValue = source.keep ? record[source.keep] : record.id;
  return {
    value: typeof storedValue === "string" || typeof storedValue === "number" ? storedValue : String(record.id),
    label,
    number,
    note: [...notes.slice(0, MAX_NOTES), number].filter((note) => note !== label).join(" · "),
  };
}

/** Paths behind references to `expand` for a choice's label: `contact_id` for `contact_id.email`. */
function labelExpands({ list }: ResourceDescriptor, { label = "" }: ChoiceSource): string[] {
  const labelPaths = label.includes(".") ? [label.slice(0, label.lastIndexOf("."))] : [];
  return [...new Set([...labelPaths, ...list.expand])];
}

function isOwnField({ fields }: ResourceDescriptor, name: string): boolean {
  return fields.some((field) => field.name === name && !field.computed);
}

/** Search debounce in milliseconds. */
const pauseMs = 250;

interface ChoiceSearch {
  readonly source: ChoiceSource;
  readonly filter: Readonly<Record<string, Json>>;
  readonly text: string;
  /** No request until the user opens the list. */
  readonly enabled: boolean;
  readonly present?: Identifier;
}

export interface FoundChoices {
  readonly choices: readonly ReferenceChoice[];
  readonly total: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Loads the next page, if any. */
  readonly loadMore: () => void;
  /** The choice with exactly this label, looked up on the server; undefined when there is none. */
  readonly findExact: (text: string) => Promise<ReferenceChoice | undefined>;
}

/** The choices for the current text; an outdated search is cancelled. */
export function useChoices({ source, filter, text, enabled, present }: ChoiceSearch): FoundChoices {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const searchText = usePaused(text.trim());
  const query = useInfiniteQuery({
    queryKey: [source.resource, "choices", source, filter, searchText],
    queryFn: ({ pageParam, signal }) =>
      loadChoices(dataProvider, source, { text: searchText, page: pageParam, filter, present, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * choicesPerPage < last.total ? pages.length + 1 : undefined),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const pages = query.data?.pages ?? [];
  const choices = pages.flatMap(({ data }) => data);
  const isOvertaken = searchText !== text.trim() || query.isPlaceholderData;
  return {
    // Previous results stay only if they match the new text too: Enter selects the first, however early it comes.
    choices: isOvertaken ? choices.filter((choice) => matchesText(choice, text)) : choices,
    total: pages.at(-1)?.total ?? 0,
    isLoading: query.isFetching || isOvertaken,
    error: query.error,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    findExact: async (text) => {
      const { data } = await loadChoices(dataProvider, source, { text: text.trim(), page: 1, filter });
      return data.find((choice) => matchesChoiceLabel(choice, text));
    },
  };
}

function matchesText({ label, note }: ReferenceChoice, text: string): boolean {
  return `${label} ${note}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** Whether the text is a choice's full label, or its number. */
export function matchesChoiceLabel({ label, number }: ReferenceChoice, text: string): boolean {
  const trimmed = text.trim();
  return label.trim().toLowerCase() === trimmed.toLowerCase() || number === trimmed;
}

/** The current choices. An unreadable one is labelled by its id, but only once that is certain. */
export function useSelectedChoices(source: ChoiceSource, values: readonly (string | number)[]) {
  const byId = source.keep === undefined;
  const [chosen] = useState(() => new Map<ReferenceChoice["value"], ReferenceChoice>());
  const { data: descriptor, isLoading: isDescribing } = useQuery({
    queryKey: ["descriptor", source.resource],
    queryFn: () => describeResource(source.resource),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: byId && values.length > 0,
  });
  const meta = descriptor && { expand: labelExpands(descriptor, source) };
  const records = useGetMany<PanelRecord>(
    source.resource,
    // Waiting under the ids alone, it would be the key of titles fetched in a batch, and end that request on moving on.
    { ids: meta ? [...values] : [], meta },
    { enabled: byId && values.length > 0 && meta !== undefined, placeholderData: keepPreviousData },
  );
  const choices = values.map((value): ReferenceChoice => {
    const record = records.data?.find(({ id }) => isSameId(id, value));
    if (descriptor && record) return { ...toChoice(descriptor, source, record), value };
    if (!byId) return { value, label: String(value), note: "" };
    if (!isDescribing && !records.isLoading && !records.isPlaceholderData)
      return { value, label: `#${value}`, note: "" };
    return chosen.get(value) ?? { value, label: "…", note: "", isPending: true };
  });
  /** Caches the label of a new choice. */
  const remember = (choice: ReferenceChoice) => void chosen.set(choice.value, choice);
  return { choices, remember };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === "" ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
