import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useTranslate } from "ra-core";
import { type ReactNode, useRef, useState } from "react";
import { parseFileValue } from "../../../core/fileValue.ts";
import { LARGEST_FILE } from "../../../core/preferences.ts";
import { FilePicker } from "../../kinds/file/FilePicker.tsx";
import { readFileValue } from "../../kinds/file/readFileValue.ts";
import { saveFile } from "../../providers/files.ts";
import { getPreferenceFile } from "../../providers/preferenceFiles.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import type { PreferenceEditorProps } from "./PreferenceEditor.tsx";
import { preferenceRefusal } from "./preferenceRefusal.ts";

/** A file: stored as soon as it is chosen, downloaded by its name, removed after a question. */
export function PreferenceFile(props: PreferenceEditorProps): ReactNode {
  const { id, def, edit, isSet, isLocked, ownerId, resource } = props;
  const translate = useTranslate();
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  const take = async (file: File) => {
    const wrong = wrongOf(file, def.accept);
    setProblem(wrong && translate(wrong.key, wrong.params));
    if (wrong) return;
    const read = parseFileValue(await readFileValue(file));
    if (read && !(await edit.save({ content_type: read.type, data: read.base64 }))) edit.forgetTyped();
  };
  const download = async () => {
    setProblem(null);
    try {
      saveFile(await getPreferenceFile(resource, ownerId, def.name));
    } catch (error) {
      setProblem(preferenceRefusal(translate, error, def.name));
    }
  };
  const remove = () => {
    setIsAsking(false);
    void edit.save(null);
  };
  const wrong = problem ?? edit.refusal;
  const named = (verb: string) => `${verb} ${def.label}`;
  return (
    <Stack spacing={0.5} sx={{ pt: 0.5 }}>
      <Typography variant="body2" color="textSecondary">
        {translate(isSet ? "forms.file.stored" : "forms.file.none")}
      </Typography>
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: "wrap" }}>
        {isSet && (
          <Button
            size="small"
            variant="outlined"
            aria-label={named(translate("forms.preferences.download"))}
            onClick={() => void download()}
          >
            {translate("forms.preferences.download")}
          </Button>
        )}
        {!isLocked && (
          <Button
            size="small"
            variant="outlined"
            aria-label={named(translate(isSet ? "forms.file.replace" : "forms.file.choose"))}
            onClick={() => picker.current?.click()}
          >
            {translate(isSet ? "forms.file.replace" : "forms.file.choose")}
          </Button>
        )}
        {isSet && !isLocked && (
          <Button size="small" aria-label={named(translate("forms.file.remove"))} onClick={() => setIsAsking(true)}>
            {translate("forms.file.remove")}
          </Button>
        )}
      </Stack>
      {wrong && (
        <Typography role="alert" variant="caption" color="error">
          {wrong}
        </Typography>
      )}
      <FilePicker ref={picker} id={id} accept={def.accept} onFile={(file) => void take(file)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={translate("forms.preferences.removeFile", { name: def.label })}
        text={translate("forms.preferences.removeFileText")}
        confirmLabel={translate("forms.file.remove")}
        cancelLabel={translate("forms.preferences.keep")}
        onConfirm={remove}
        onCancel={() => setIsAsking(false)}
      />
    </Stack>
  );
}

/** What the platform would refuse, known before a byte is sent. */
function wrongOf({ size, type }: File, accept: readonly string[] = []) {
  if (size > LARGEST_FILE) {
    return { key: "forms.preferences.fileSize", params: { limit: LARGEST_FILE / 1024 } };
  }
  // An empty file would be no file at all.
  if (size === 0) return { key: "forms.preferences.fileEmpty", params: {} };
  if (type !== "" && accept.length > 0 && !accept.includes(type)) {
    return { key: "forms.preferences.fileType", params: { types: accept.join(", ") } };
  }
  return null;
}
