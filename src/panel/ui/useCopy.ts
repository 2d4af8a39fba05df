import { useCallback } from "react";
import { useNotify } from "react-admin";

/** Copies a text to the clipboard; false when the browser refuses, as without permission or TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The reason does not matter: the caller suggests an alternative.
    return false;
  }
}

/** The same, with a notification of the result. */
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
