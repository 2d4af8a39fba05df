import { expect, it } from "vitest";
import { describeLoudness, loudnessOf, type Samples } from "./Waveform.tsx";

const soundOf = (duration: number, ...channels: readonly (readonly number[])[]): Samples => ({
  duration,
  length: channels[0]?.length ?? 0,
  numberOfChannels: channels.length,
  getChannelData: (channel) => Float32Array.from(channels[channel] ?? []),
});

it("is the loudest sample of each part, of all channels", () => {
  expect(loudnessOf(soundOf(4, [0, 0.25, -0.5, 0], [0, 0, 0, 0.75]), 2)).toEqual({ seconds: 4, peaks: [0.25, 0.75] });
  // Never more parts than samples, nor louder than loud.
  expect(loudnessOf(soundOf(1, [-1.5]), 10).peaks).toEqual([1]);
});

it("is told in figures: when it is loudest, and how much of it is silent", () => {
  expect(describeLoudness({ seconds: 8, peaks: [0, 0.3, 0.9, 0.01] })).toEqual({ loudest: 4, silent: 50 });
});
