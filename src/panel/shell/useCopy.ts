import { useNotify } from "ra-core";
import { useCallback } from "react";

/** Puts a text into the clipboard and says how that went. */
export function useCopy(): (text: string) => Promise<void> {
  const notify = useNotify();
  return useCallback(
    async (text) => {
      try {
        await navigator.clipboard.writeText(text);
        notify("app.notice.copied", { type: "info" });
      } catch {
        // Browsers refuse the clipboard to pages without permission or without TLS.
        notify("app.notice.notCopied", { type: "warning" });
      }
    },
    [notify],
  );
}
