/** How loud a sound is over time. */
export interface Loudness {
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
    for (const [at, sample] of samples.getChannelData(channel).entries()) {
      const part = Math.floor((at * peaks.length) / samples.length);
      peaks[part] = Math.max(peaks[part] ?? 0, Math.min(1, Math.abs(sample)));
    }
  }
  return { seconds: samples.duration, peaks };
}

/** What a picture of it shows, in figures: when it is loudest, in seconds, and how much of it is silent, in percent. */
export function summaryOf({ seconds, peaks }: Loudness): { readonly loudest: number; readonly silent: number } {
  const loudest = peaks.indexOf(Math.max(...peaks));
  const silent = peaks.filter((peak) => peak < SILENCE).length;
  return {
    loudest: Math.floor((loudest * seconds) / peaks.length),
    silent: Math.round((silent * 100) / peaks.length),
  };
}

/** Decodes a sound; rejects where the browser cannot. */
export async function decode(file: Blob): Promise<Samples> {
  // It plays nothing, so that any rate will do: a low one takes less memory.
  return new OfflineAudioContext(1, 1, 8000).decodeAudioData(await file.arrayBuffer());
}
