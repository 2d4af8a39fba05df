import PlayArrow from "@mui/icons-material/PlayArrow";
import Button from "@mui/material/Button";
import { useNotify } from "ra-core";
import { type ReactNode, useEffect, useState } from "react";
import { isSoundField } from "../../../core/fileValue.ts";
import { loadRecordFile } from "../../providers/recordFiles.ts";
import { fieldKey } from "../../resource/labels.ts";
import type { CellProps } from "../cell.ts";
import { AudioPreview } from "./AudioPreview.tsx";

type Sound = "unasked" | "loading" | { readonly address: string | null };

/** A stored sound, `value` being its record's id: loaded when somebody asks for it, as a list has many. */
export function FileCell({ value, field, context }: CellProps): ReactNode {
  const { translate } = context;
  const notify = useNotify();
  const [sound, setSound] = useState<Sound>("unasked");
  const address = typeof sound === "object" ? sound.address : null;
  useEffect(() => () => (address === null ? undefined : URL.revokeObjectURL(address)), [address]);

  const { file } = field ?? {};
  // Pictures are looked at in forms.
  if (!field || file?.download === undefined || !isSoundField(field)) return null;
  const { download, types } = file;
  const label = translate(fieldKey(context.resource, field.name));
  const play = async () => {
    setSound("loading");
    try {
      const stored = await loadRecordFile(download, String(value), { accept: types });
      setSound({ address: stored && URL.createObjectURL(stored) });
    } catch {
      setSound("unasked");
      notify("forms.file.failed", { type: "error" });
    }
  };
  if (typeof sound === "object") return <AudioPreview file={sound.address} label={label} isStarted />;
  return (
    <Button
      size="small"
      startIcon={<PlayArrow aria-hidden />}
      loading={sound === "loading"}
      loadingPosition="start"
      sx={{ mx: -1, my: -0.5 }}
      aria-label={translate("forms.file.playOf", { name: `${label} #${value}` })}
      onClick={() => void play()}
    >
      {translate("forms.file.play")}
    </Button>
  );
}
