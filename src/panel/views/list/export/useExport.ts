import { useEffect, useRef, useState } from "react";
import { HttpError, useDataProvider } from "react-admin";
import { formatDate } from "../../../../core/dateTime.ts";
import { browserZone } from "../../../kinds/time/browserZone.ts";
import type { PanelDataProvider } from "../../../providers/dataProvider.ts";
import { isOffered } from "../../../providers/extensions.ts";
import { saveFile } from "../../../providers/files.ts";
import { failureKeys, send } from "../../../providers/http.ts";
import { type ExportProgress, type ExportWish, exportList } from "./exportList.ts";

export type ExportPhase =
  | { readonly name: "asking" }
  | { readonly name: "running"; readonly progress: ExportProgress }
  | { readonly name: "done"; readonly rows: number }
  /** `message` is a text or a message key. */
  | { readonly name: "failed"; readonly message: string };

/** An export in progress; aborted on unmount. */
export function useExport(): { phase: ExportPhase; start: (wish: ExportWish, total: number | undefined) => void } {
  const provider = useDataProvider<PanelDataProvider>();
  const [phase, setPhase] = useState<ExportPhase>({ name: "asking" });
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async (wish: ExportWish, total: number | undefined) => {
    const running = new AbortController();
    controller.current = running;
    const { signal } = running;
    let progress: ExportProgress = { rows: 0, total };
    const onProgress = (next: ExportProgress) => {
      progress = next;
      setPhase({ name: "running", progress });
    };
    onProgress(progress);
    try {
      const file = await exportList({ send, provider, isOffered }, wish, { signal, onProgress });
      saveFile(new File([file], fileName(wish.descriptor.name), { type: file.type }));
      setPhase({ name: "done", rows: progress.rows });
    } catch (error) {
      if (signal.aborted) return;
      // A broken connection is no response from the platform, and carries no message.
      setPhase({ name: "failed", message: error instanceof HttpError ? error.message : failureKeys.network });
    }
  };
  return { phase, start: (wish, total) => void start(wish, total) };
}

/** `customers-2026-01-31.csv`, in the user's time zone. */
function fileName(resource: string): string {
  return `${resource}-${formatDate(new Date(), browserZone()).replaceAll("/", "-")}.csv`;
}
