/** Samples per second of the sounds that are made here. */
export const RATE = 8000;

/** A WAV file (8 kHz, 8 bit, mono) with a tone of this pitch, faded in and out. */
export function writeTone({
  hertz,
  milliseconds,
}: {
  readonly hertz: number;
  readonly milliseconds: number;
}): Uint8Array {
  const count = Math.round((RATE * milliseconds) / 1000);
  return writeWav(count, (index) => {
    const loudness = Math.min(1, index / 80, (count - index) / 80) * 60;
    return loudness * Math.sin((2 * Math.PI * hertz * index) / RATE);
  });
}

/** A WAV file of this many samples, each between -127 and 127. */
export function writeWav(count: number, sampleAt: (index: number) => number): Uint8Array {
  const bytes = new Uint8Array(44 + count);
  const view = new DataView(bytes.buffer);
  const text = (offset: number, letters: string) => bytes.set(new TextEncoder().encode(letters), offset);
  text(0, "RIFF");
  view.setUint32(4, 36 + count, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  // PCM, mono.
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, "data");
  view.setUint32(40, count, true);
  for (let index = 0; index < count; index += 1) bytes[44 + index] = Math.round(128 + sampleAt(index));
  return bytes;
}
