import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { type Identifier, useDataProvider } from "ra-core";
import { useEffect, useState } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { isOffered } from "../../providers/extensions.ts";
import { recordQuery } from "../../providers/recordQuery.ts";
import { describeResource } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { type Choice, type ChoiceSource, choicesPerPage, labelExpands, loadChoices, toChoice } from "./choices.ts";

/** How long a pause in typing means "search now". */
const pauseMs = 250;

interface Search {
  readonly source: ChoiceSource;
  readonly filter: Readonly<Record<string, Json>>;
  readonly text: string;
  /** Nothing is asked for before the person opens the list. */
  readonly enabled: boolean;
  readonly present?: Identifier;
}

export interface FoundChoices {
  readonly choices: readonly Choice[];
  readonly total: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Fetches the next page, if there is one. */
  readonly loadMore: () => void;
  /** The choice with exactly this label, asked of the server; undefined when there is none. */
  readonly findExact: (label: string) => Promise<Choice | undefined>;
}

/** What can be chosen for the text typed so far; a search that is overtaken by the next one is cancelled. */
export function useChoices({ source, filter, text, enabled, present }: Search): FoundChoices {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const wanted = usePaused(text.trim());
  const query = useInfiniteQuery({
    queryKey: [source.resource, "getInfiniteList", "choices", source, filter, wanted],
    queryFn: ({ pageParam, signal }) =>
      loadChoices(dataProvider, source, { text: wanted, page: pageParam, filter, present, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * choicesPerPage < last.total ? pages.length + 1 : undefined),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const pages = query.data?.pages ?? [];
  const choices = pages.flatMap(({ data }) => data);
  const isOvertaken = wanted !== text.trim() || query.isPlaceholderData;
  return {
    // What an earlier text found stays only where it fits this one too: Enter takes the first, however fast it comes.
    choices: isOvertaken ? choices.filter((choice) => isLike(choice, text)) : choices,
    total: pages.at(-1)?.total ?? 0,
    isLoading: query.isFetching || isOvertaken,
    error: query.error,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    findExact: async (label) => {
      const { data } = await loadChoices(dataProvider, source, { text: label, page: 1, filter });
      return data.find((choice) => isSameLabel(choice.label, label));
    },
  };
}

function isLike({ label, note }: Choice, text: string): boolean {
  return `${label} ${note}`.toLowerCase().includes(text.trim().toLowerCase());
}

export function isSameLabel(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** The choices that are already made. One that can not be read is called by its id. */
export function usePicked(source: ChoiceSource, values: readonly (string | number)[]): readonly Choice[] {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const byId = source.keep === undefined;
  const { data: descriptor } = useQuery({
    queryKey: ["descriptor", source.resource],
    queryFn: () => describeResource(source.resource),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: byId && values.length > 0,
  });
  const meta = descriptor && { expand: labelExpands(descriptor, source) };
  // Several at once by one request, where the platform can.
  const together = byId && values.length > 1 && isOffered("id_filter");
  const many = useQuery({
    queryKey: [source.resource, "getList", "picked", values],
    queryFn: ({ signal }) =>
      dataProvider.getList<PanelRecord>(source.resource, {
        pagination: { page: 1, perPage: values.length },
        sort: { field: "id", order: "ASC" },
        filter: { id: values.join(",") },
        signal,
      }),
    enabled: together,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const records = useQueries({
    queries: values.map((id) => ({
      ...recordQuery(dataProvider, source.resource, { id, meta }),
      enabled: byId && !together && meta !== undefined,
      retry: false,
    })),
  });
  return values.map((value, index) => {
    const record = together ? many.data?.data.find(({ id }) => id === value) : records[index]?.data;
    if (descriptor && record) return { ...toChoice(descriptor, source, record), value };
    return { value, label: byId ? `#${value}` : String(value), note: "" };
  });
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === "" ? 0 : pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
