import { toRfc3339 } from "../../core/values/dateTime.ts";
import { RATE, writeWav } from "../../core/values/tone.ts";
import type { SeedRow } from "./insertRows.ts";

/** Recorded calls are short: their sounds are as long as the calls. */
const MAX_RECORDING_SECONDS = 11;
/** Calls of each reseller. */
const CALLS = 5;
const CALLER_HERTZ = 196;
const CALLEE_HERTZ = 131;
/** The voices in a sound, by their pitch. */
const voices: Readonly<Record<string, readonly number[]>> = {
  caller: [CALLER_HERTZ],
  callee: [CALLEE_HERTZ],
  both: [CALLER_HERTZ, CALLEE_HERTZ],
};

interface Recordings {
  readonly callrecordings: readonly SeedRow<"callrecordings">[];
  readonly callrecordingstreams: readonly SeedRow<"callrecordingstreams">[];
}

/** Recordings of some of these calls, the newest of each reseller, with sounds of both sides and for some of each. */
export function buildRecordings(calls: readonly SeedRow<"calls">[]): Recordings {
  const callrecordings: SeedRow<"callrecordings">[] = [];
  const callrecordingstreams: SeedRow<"callrecordingstreams">[] = [];
  for (const { call, isRunning } of chosenOf(calls)) {
    const id = callrecordings.length + 1;
    const seconds = call.duration;
    const span = { start_time: call.start_time, end_time: callEnd(call) };
    const resellers = {
      caller_reseller_id: call.source_reseller_id,
      callee_reseller_id: call.destination_reseller_id,
    };
    callrecordings.push({
      id,
      callid: call.call_id,
      status: isRunning ? "recording" : id % 2 === 0 ? "completed" : "confirmed",
      ...span,
      caller: call.source_cli,
      callee: call.destination_user_in,
      caller_subscriber_id: call.source_subscriber_id,
      callee_subscriber_id: call.destination_subscriber_id,
      ...resellers,
    });
    const heard = id % 2 === 0 ? ["both"] : ["both", "caller", "callee"];
    for (const who of heard) {
      callrecordingstreams.push({
        id: callrecordingstreams.length + 1,
        recording_id: id,
        type: who === "both" ? "mixed" : "single",
        format: "wav",
        sample_rate: RATE,
        channels: 1,
        ...span,
        sound: `sha256-${who}-${seconds}`,
        transcript_status: "none",
        transcript: null,
        ...resellers,
      });
    }
  }
  return { callrecordings, callrecordingstreams };
}

interface RecordedCall {
  readonly call: SeedRow<"calls">;
  /** The recorder has not finished it. */
  readonly isRunning: boolean;
}

/** Calls that were answered and short, of every reseller; the last of each is still being recorded. */
function chosenOf(calls: readonly SeedRow<"calls">[]): readonly RecordedCall[] {
  const counts = new Map<number | null | undefined, number>();
  return calls.toReversed().flatMap((call) => {
    const { call_status, duration, source_reseller_id, destination_reseller_id } = call;
    if (call_status !== "ok" || duration > MAX_RECORDING_SECONDS) return [];
    const reseller = source_reseller_id ?? destination_reseller_id;
    const count = (counts.get(reseller) ?? 0) + 1;
    counts.set(reseller, count);
    return count <= CALLS ? [{ call, isRunning: count === CALLS }] : [];
  });
}

function callEnd({ start_time, duration }: SeedRow<"calls">): string {
  return toRfc3339(new Date(Date.parse(start_time) + duration * 1000));
}

/** Two who speak in turns, a second and a half each, in syllables without words. */
export function writeTalk(who: string, seconds: number): Uint8Array {
  return writeWav(seconds * RATE, (index) => {
    const time = index / RATE;
    const turn = Math.floor(time / 1.5);
    const hertz = turn % 2 === 0 ? CALLER_HERTZ : CALLEE_HERTZ;
    if (!voices[who]?.includes(hertz)) return 0;
    const within = time - turn * 1.5;
    const phrase = Math.min(1, within * 8, Math.max(0, (1.3 - within) * 8));
    const syllable = Math.abs(Math.sin(Math.PI * 3.3 * time + turn)) ** 0.7;
    const voice = [1, 2, 3, 5].reduce((sum, over) => sum + Math.sin(2 * Math.PI * hertz * over * time) / over, 0);
    return 55 * phrase * syllable * (0.7 + 0.3 * Math.sin(turn * 2)) * (voice / 1.8);
  });
}
