import { useEffect, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { formatDuration } from "../../../core/duration.ts";
import { decode, type Loudness, loudnessOf, summaryOf } from "./loudness.ts";
import styles from "./waveform.module.css";

const PARTS = 160;

interface WaveformProps {
  readonly file: Blob;
}

/** A picture of how loud a sound is over time; nothing where the browser cannot decode it, as it can still be saved. */
export function Waveform({ file }: WaveformProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const loudness = useLoudness(file);
  if (!loudness) return null;
  const { seconds, peaks } = loudness;
  const { loudest, silent } = summaryOf(loudness);
  const label = translate("forms.file.waveform", {
    duration: formatDuration(Math.round(seconds), locale),
    loudest: formatDuration(loudest, locale),
    silent: new Intl.NumberFormat(locale, { style: "percent" }).format(silent / 100),
  });
  return (
    <svg
      className={`block above-8 ${styles.waveform}`}
      role="img"
      aria-label={label}
      viewBox={`0 -1 ${peaks.length} 2`}
      preserveAspectRatio="none"
    >
      <title>{label}</title>
      <path d={peaks.map(barOf).join("")} />
    </svg>
  );
}

/** A silent part is a thin line. */
function barOf(peak: number, at: number): string {
  const height = Math.max(peak, 0.02);
  return `M${at + 0.5} ${-height}V${height}`;
}

function useLoudness(file: Blob): Loudness | null {
  const [loudness, setLoudness] = useState<Loudness | null>(null);
  useEffect(() => {
    let isShown = true;
    decode(file).then(
      (samples) => {
        if (isShown) setLoudness(loudnessOf(samples, PARTS));
      },
      () => undefined,
    );
    return () => {
      isShown = false;
      setLoudness(null);
    };
  }, [file]);
  return loudness;
}
