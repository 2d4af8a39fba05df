import { useEffect, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { formatDuration } from "../../../core/values/duration.ts";
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
  const { loudest, silent } = describeLoudness(loudness);
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
function barOf(peak: number, index: number): string {
  const height = Math.max(peak, 0.02);
  return `M${index + 0.5} ${-height}V${height}`;
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

/** The loudness of a sound over time. */
interface Loudness {
  readonly seconds: number;
  /** The loudest sample of each of equally long parts, 0 to 1. */
  readonly peaks: readonly number[];
}

/** Decoded samples, by channel. */
export type Samples = Pick<AudioBuffer, "duration" | "length" | "numberOfChannels" | "getChannelData">;

/** Below this, nobody is heard to speak. */
const SILENCE = 0.02;

export function loudnessOf(samples: Samples, parts: number): Loudness {
  const peaks = new Array<number>(Math.max(1, Math.min(parts, samples.length))).fill(0);
  for (let channel = 0; channel < samples.numberOfChannels; channel++) {
    for (const [index, sample] of samples.getChannelData(channel).entries()) {
      const part = Math.floor((index * peaks.length) / samples.length);
      peaks[part] = Math.max(peaks[part] ?? 0, Math.min(1, Math.abs(sample)));
    }
  }
  return { seconds: samples.duration, peaks };
}

/** Describes its picture in figures: when it is loudest, in seconds, and how much of it is silent, in percent. */
export function describeLoudness({ seconds, peaks }: Loudness): { readonly loudest: number; readonly silent: number } {
  const loudest = peaks.indexOf(Math.max(...peaks));
  const silent = peaks.filter((peak) => peak < SILENCE).length;
  return {
    loudest: Math.floor((loudest * seconds) / peaks.length),
    silent: Math.round((silent * 100) / peaks.length),
  };
}

/** Decodes a sound; rejects where the browser cannot. */
async function decode(file: Blob): Promise<Samples> {
  // It plays nothing, so that any rate will do: a low one takes less memory.
  return new OfflineAudioContext(1, 1, 8000).decodeAudioData(await file.arrayBuffer());
}
