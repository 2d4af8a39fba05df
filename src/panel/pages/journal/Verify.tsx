import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslate } from "react-admin";
import { verifyJournal } from "../../providers/journal.ts";
import { refusalText } from "../../views/record/refusalText.ts";

/** Proves by a click that the journal is whole, or names the first entry that is not as it was. */
export function Verify() {
  const translate = useTranslate();
  const locale = useLocale();
  const { data, error, isPending, mutate } = useMutation({ mutationFn: verifyJournal });
  return (
    <div className="journal-verify">
      <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
        {translate("history.verify.do")}
      </Button>
      {error && <Alert severity="error">{refusalText(translate, error)}</Alert>}
      {data && !data.broken && (
        <Alert severity="success" role="status">
          <div>{translate("history.verify.whole", { entries: data.entries.toLocaleString(locale) })}</div>
          {data.dropped > 0 && (
            <div>{translate("history.verify.dropped", { entries: data.dropped.toLocaleString(locale) })}</div>
          )}
        </Alert>
      )}
      {data?.broken && (
        <Alert severity="error">
          {translate(`history.verify.${data.broken.fault}`, {
            entry: data.broken.entry ?? "",
            link: data.broken.link.toLocaleString(locale),
          })}
        </Alert>
      )}
    </div>
  );
}
