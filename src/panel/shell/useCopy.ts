import { useNotify } from "ra-core";
import { useCallback } from "react";

/** Puts a text into the clipboard; false when the browser refuses, as it does without permission or without TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A refusal has no reason worth telling; whoever asked says what to do instead.
    return false;
  }
}

/** The same, and says how that went. */
export function useCopy(): (text: string) => Promise<void> {
  const notify = useNotify();
  return useCallback(
    async (text) => {
      if (await copyText(text)) notify("app.notice.copied", { type: "info" });
      else notify("app.notice.notCopied", { type: "warning" });
    },
    [notify],
  );
}
