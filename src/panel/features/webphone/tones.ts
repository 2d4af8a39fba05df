/** Ringtones to choose from. */
export const ringtones = ["classic", "soft", "none"] as const;
export type Ringtone = (typeof ringtones)[number];

/** A sound besides the other side's: a call that rings here or there, or one that waits behind another. */
export type CallTone = "incoming" | "waiting" | "outgoing";

interface Cadence {
  readonly frequencies: readonly number[];
  /** Seconds of sound and of silence, in turns. */
  readonly pattern: readonly number[];
  readonly volume: number;
}

const cadences: Readonly<Record<CallTone | "soft", Cadence>> = {
  incoming: { frequencies: [440, 480], pattern: [0.4, 0.2, 0.4, 2], volume: 0.25 },
  soft: { frequencies: [523.25], pattern: [0.6, 2.4], volume: 0.1 },
  waiting: { frequencies: [425], pattern: [0.2, 0.2, 0.2, 5], volume: 0.05 },
  outgoing: { frequencies: [425], pattern: [1, 4], volume: 0.05 },
};

/** Seconds to fade, as a hard edge clicks. */
const FADE = 0.02;

/** Plays until the returned function is called. Made by the browser: there is no file to fetch. */
export function ring(kind: CallTone, ringtone: Ringtone): () => void {
  if (kind === "incoming" && ringtone === "none") return () => {};
  const AudioContextClass = window.AudioContext;
  if (AudioContextClass === undefined) return () => {};
  const { frequencies, pattern, volume } = cadences[kind === "incoming" && ringtone === "soft" ? "soft" : kind];
  const context = new AudioContextClass();
  const gain = context.createGain();
  gain.gain.value = 0;
  gain.connect(context.destination);
  for (const frequency of frequencies) {
    const oscillator = context.createOscillator();
    oscillator.frequency.value = frequency;
    oscillator.connect(gain);
    oscillator.start();
  }
  const length = pattern.reduce((sum, part) => sum + part, 0);
  const playOnce = () => {
    let startTime = context.currentTime;
    pattern.forEach((seconds, index) => {
      gain.gain.setTargetAtTime(index % 2 === 0 ? volume : 0, startTime, FADE);
      startTime += seconds;
    });
  };
  playOnce();
  const timer = setInterval(playOnce, length * 1000);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
