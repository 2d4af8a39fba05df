import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDataProvider, useTranslate } from "ra-core";
import { useEffect, useState } from "react";
import { recordTitle } from "../../../core/recordTitle.ts";
import { summaries } from "../../../generated/index.gen.ts";
import { pathTo } from "../../paths.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/resources.ts";
import type { FoundRecord } from "../../providers/search.ts";
import { nameKey } from "../../resource/labels.ts";
import type { Command } from "./commands.ts";

/** Shorter texts begin far too much. */
const minLength = 2;
/** Between two keys of a fast typist; each request is worth its answer then. */
const pauseMs = 60;

export interface FoundRecords {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
  readonly error: unknown;
}

/** Records across all resources that begin like the text. */
export function useFoundRecords(text: string): FoundRecords {
  const translate = useTranslate();
  const access = useAccess();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const settled = useSettled(text.trim());
  const resources = Object.values(summaries)
    .filter((summary) => !summary.parent && access.can(summary, "read") && access.findLack(summary) === null)
    .map(({ name }) => name);
  const isEnabled = settled.length >= minLength;
  const { data, isFetching, error } = useQuery({
    queryKey: ["search", settled],
    queryFn: ({ signal }) => dataProvider.search(settled, { resources, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const toCommand = ({ resource, record }: FoundRecord): Command[] => {
    const { id } = record;
    const address = pathTo(resource, "details", { id }) ?? pathTo(resource, "edit", { id }) ?? pathTo(resource, "list");
    if (!address) return [];
    const { record: template, icon } = summaryOf(resource);
    const label = recordTitle(template, record);
    const hint = `${translate(nameKey(resource), { smart_count: 1 })} #${id}`;
    return [{ key: `${resource} ${id}`, section: "records", label, hint, icon, address }];
  };
  return {
    commands: isEnabled && data ? data.flatMap(toCommand) : [],
    isSearching: text.trim().length >= minLength && (isFetching || settled !== text.trim()),
    error,
  };
}

/** The text once nothing was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
