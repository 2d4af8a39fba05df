import Alert from "@mui/material/Alert";
import AlertTitle from "@mui/material/AlertTitle";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useQuery } from "@tanstack/react-query";
import { type Identifier, useTranslate } from "ra-core";
import type { ReactNode, Ref } from "react";
import { formatDateTime, parseWireInstant } from "../../../core/dateTime.ts";
import { browserZone } from "../../kinds/dateTime/browserZone.ts";
import { type LastChange, loadLastChange } from "./lastChange.ts";

interface ConflictNoticeProps {
  readonly resource: string;
  readonly id: Identifier;
  /** Takes the other person's version; what was typed here is gone. */
  readonly onReload: () => void;
  /** Saves what was typed here on top of the other person's version. */
  readonly onOverwrite: () => void;
  readonly ref: Ref<HTMLDivElement>;
}

/** Somebody else saved this record since it was opened: says who, and lets the person decide. */
export function ConflictNotice({ resource, id, onReload, onOverwrite, ref }: ConflictNoticeProps): ReactNode {
  const translate = useTranslate();
  const { data: change } = useQuery({
    queryKey: [resource, "lastChange", String(id)],
    queryFn: () => loadLastChange(resource, id),
    staleTime: 0,
  });
  return (
    <Alert
      severity="warning"
      ref={ref}
      tabIndex={-1}
      action={
        <Stack direction="row" spacing={1}>
          <Button size="small" color="inherit" onClick={onReload}>
            {translate("forms.conflict.reload")}
          </Button>
          <Button size="small" color="inherit" variant="outlined" onClick={onOverwrite}>
            {translate("forms.conflict.overwrite")}
          </Button>
        </Stack>
      }
    >
      <AlertTitle>
        {change ? translate("forms.conflict.by", toArgs(change)) : translate("forms.conflict.title")}
      </AlertTitle>
      {translate("forms.conflict.text")}
    </Alert>
  );
}

function toArgs({ username, timestamp }: LastChange): { username: string; time: string } {
  const zone = browserZone();
  const instant = parseWireInstant(timestamp, zone);
  return { username, time: instant ? formatDateTime(instant, zone) : timestamp };
}
