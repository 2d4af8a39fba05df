import { useEffect, useState } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { loadRecordFile } from "../../providers/recordFiles.ts";

/** Address of the stored file, for this page only; null while there is none, and where it can not be had. */
export function useStoredFile(
  download: string | undefined,
  id: Json | undefined,
  accept?: readonly string[],
): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (download === undefined || (typeof id !== "number" && typeof id !== "string")) return;
    const stop = new AbortController();
    let url: string | null = null;
    loadRecordFile(download, id, { signal: stop.signal, accept }).then(
      (file) => {
        if (stop.signal.aborted || !file) return;
        url = URL.createObjectURL(file);
        setAddress(url);
      },
      // The form works without the picture of what it replaces.
      () => undefined,
    );
    return () => {
      stop.abort();
      setAddress(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [download, id, accept]);
  return address;
}
