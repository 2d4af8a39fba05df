import Button from "@mui/material/Button";
import { useNotify, useTranslate } from "ra-core";

/** Puts a text into the clipboard; browsers keep that from pages without TLS, which is said. */
export function CopyButton({ text }: { text: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify("app.notice.copied", { type: "info" });
    } catch {
      // The text can still be marked and copied by hand.
      notify("app.notice.notCopied", { type: "warning" });
    }
  };
  return (
    <Button size="small" onClick={() => void copy()}>
      {translate("app.notice.copy")}
    </Button>
  );
}
