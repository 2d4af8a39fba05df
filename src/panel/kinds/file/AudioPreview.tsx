import { useTranslate } from "ra-core";
import { type ReactNode, useEffect, useState } from "react";
import { parseFileValue } from "../../../core/fileValue.ts";

interface AudioPreviewProps {
  /** A data URL or an address within this page; null: there is none. */
  readonly file: string | null;
  readonly label: string;
  /** Somebody has just asked for it. */
  readonly isStarted?: boolean;
}

/** A sound to be played with the browser's own controls. */
export function AudioPreview({ file, label, isStarted = false }: AudioPreviewProps): ReactNode {
  const translate = useTranslate();
  const address = usePlayable(file);
  if (!address) return <span className="cell-quiet">{translate("forms.file.silent")}</span>;
  const style = { maxWidth: "100%", height: 40 };
  // biome-ignore lint/a11y/useMediaCaption: what is said in an announcement is written down nowhere
  return <audio controls autoPlay={isStarted} src={address} aria-label={label} style={style} />;
}

/** Sounds are played from this page's own memory only (Content-Security-Policy), and a data URL is none of it. */
function usePlayable(file: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const chosen = file === null ? undefined : parseFileValue(file);
    if (!chosen) {
      setAddress(file);
      return;
    }
    const bytes = Uint8Array.from(atob(chosen.base64), (character) => character.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes], { type: "audio/wav" }));
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address;
}
