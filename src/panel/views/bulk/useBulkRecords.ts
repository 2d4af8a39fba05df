import { useDataProvider } from "ra-core";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { collectMatching, refreshRecords } from "./collect.ts";

/** Which records are meant: these, or all that a filter lets through, which are `total` as far as the list knows. */
export type BulkSource =
  | { readonly records: readonly PanelRecord[] }
  | { readonly filter: Readonly<Record<string, unknown>>; readonly total: number };

export interface BulkRecords {
  /** Undefined while they are on their way, or when they can not be had. */
  readonly records?: readonly PanelRecord[];
  /** How many are there by now. */
  readonly count: number;
  readonly error?: unknown;
  readonly retry: () => void;
}

/** The records an action is about, as they are when it is chosen; what happens to the list later changes nothing. */
export function useBulkRecords(descriptor: ResourceDescriptor, source: BulkSource): BulkRecords {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const meant = useRef(source);
  const [state, setState] = useState<Omit<BulkRecords, "retry">>({ count: 0 });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is a reason to read again
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const onProgress = (count: number) => !signal.aborted && setState({ count });
    const read =
      "records" in meant.current
        ? refreshRecords(dataProvider, descriptor, meant.current.records, signal)
        : collectMatching(dataProvider, descriptor.name, meant.current.filter, { signal, onProgress });
    setState({ count: 0 });
    read.then(
      (records) => !signal.aborted && setState({ records, count: records.length }),
      (error: unknown) => !signal.aborted && setState({ count: 0, error }),
    );
    return () => stop.abort();
  }, [dataProvider, descriptor, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...state, retry };
}
