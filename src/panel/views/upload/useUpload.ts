import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CsvReport } from "../../../core/api/csvReport.ts";
import { uploadFile } from "../../providers/csvUpload.ts";
import { hasExtension } from "../../providers/extensions.ts";
import type { Query } from "../../providers/http.ts";
import { refreshAfterWrite } from "../form/refreshAfterWrite.ts";

export interface UploadOptions {
  readonly resource: string;
  readonly file: File;
  /** The records' owner, and whether existing ones are removed first. */
  readonly query: Query;
}

export interface UploadProgress {
  /** Fraction of the file's bytes, 0 to 1. */
  readonly sent: number;
  readonly lines: number;
  /** Fraction of the file's lines, 0 to 1. */
  readonly share: number;
}

export type UploadPhase =
  | { readonly name: "choosing"; readonly isCancelled?: true }
  | { readonly name: "running"; readonly isCheck: boolean; readonly progress: UploadProgress }
  | { readonly name: "checked"; readonly report: CsvReport }
  /** Null: the platform does not report what it did. */
  | { readonly name: "done"; readonly report: CsvReport | null }
  | { readonly name: "failed"; readonly isCheck: boolean; readonly error: unknown };

export interface FileImport {
  readonly phase: UploadPhase;
  /** The platform can check a file in advance. */
  readonly canCheck: boolean;
  readonly check: (options: UploadOptions) => void;
  readonly store: (options: UploadOptions) => void;
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** An upload in progress; aborted when its page unmounts. */
export function useUpload(): FileImport {
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<UploadPhase>({ name: "choosing" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async ({ resource, file, query }: UploadOptions, isCheck: boolean) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let progress: UploadProgress = { sent: 0, lines: 0, share: 0 };
    const show = (next: Partial<UploadProgress>) => {
      progress = { ...progress, ...next };
      if (!signal.aborted) setPhase({ name: "running", isCheck, progress });
    };
    show({});
    try {
      const report = await uploadFile<CsvReport>({
        path: `/api/${resource}/`,
        file,
        query: isCheck ? { ...query, check: true } : query,
        signal,
        onSent: (sent) => show({ sent }),
        onProgress: (lines) => show({ sent: 1, ...lines }),
      });
      if (!isCheck) refreshAfterWrite(queryClient);
      setPhase(isCheck && report ? { name: "checked", report } : { name: "done", report });
    } catch (error) {
      setPhase(signal.aborted ? { name: "choosing", isCancelled: true } : { name: "failed", isCheck, error });
    }
  };
  return {
    phase,
    canCheck: hasExtension("csv_check"),
    check: (options) => void run(options, true),
    store: (options) => void run(options, false),
    cancel: () => running.current?.abort(),
    reset: () => setPhase({ name: "choosing" }),
  };
}
