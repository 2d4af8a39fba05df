import { type ReactNode, useEffect, useState } from "react";
import { useTranslate } from "react-admin";
import { parseFileValue } from "../../../core/validation/fileValue.ts";

interface AudioPreviewProps {
  /** A data URL or blob URL; null: there is no file. */
  readonly file: string | null;
  readonly label: string;
  /** The user has just requested it. */
  readonly isStarted?: boolean;
}

/** A sound with the browser's native controls. */
export function AudioPreview({ file, label, isStarted = false }: AudioPreviewProps): ReactNode {
  const translate = useTranslate();
  const url = usePlayable(file);
  if (!url) return <span className="quiet">{translate("forms.file.silent")}</span>;
  const style = { maxWidth: "100%", height: 40 };
  // biome-ignore lint/a11y/useMediaCaption: announcements have no transcript
  return <audio controls autoPlay={isStarted} src={url} aria-label={label} style={style} />;
}

/** Content-Security-Policy allows media from blob URLs only, not from data URLs. */
function usePlayable(file: string | null): string | null {
  const [objectUrl, setObjectUrl] = useState<string | null>(null);
  useEffect(() => {
    const chosen = file === null ? undefined : parseFileValue(file);
    if (!chosen) {
      setObjectUrl(file);
      return;
    }
    const bytes = Uint8Array.from(atob(chosen.base64), (character) => character.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes], { type: "audio/wav" }));
    setObjectUrl(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return objectUrl;
}
