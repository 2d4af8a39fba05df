import type { MicrophoneFailure } from "./phoneState.ts";

/** Tells why there is no microphone, and so no call. */
export class MicrophoneError extends Error {
  readonly failure: MicrophoneFailure;

  constructor(failure: MicrophoneFailure, cause?: unknown) {
    super(`microphone: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Whether browsers let this page use a microphone at all: only over HTTPS, or on the same computer. */
export function hasMediaDevices(): boolean {
  return "mediaDevices" in navigator && navigator.mediaDevices !== undefined;
}

/** Sound of the chosen microphone, or of any other if that one is gone. Throws a MicrophoneError. */
export async function openMicrophone(deviceId: string): Promise<MediaStream> {
  if (!hasMediaDevices()) throw new MicrophoneError(window.isSecureContext ? "missing" : "insecure");
  try {
    // An ideal, not an exact device: an unplugged one should not end the call.
    return await navigator.mediaDevices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, ...(deviceId ? { deviceId: { ideal: deviceId } } : {}) },
    });
  } catch (cause) {
    throw new MicrophoneError(failureOf(cause), cause);
  }
}

function failureOf(cause: unknown): MicrophoneFailure {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotReadableError" || name === "AbortError" ? "inUse" : "missing";
}

export function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

export interface SoundDevice {
  readonly id: string;
  readonly label: string;
}

export interface SoundDevices {
  readonly microphones: readonly SoundDevice[];
  /** Empty where the browser lets no page choose. */
  readonly speakers: readonly SoundDevice[];
}

/** The devices to choose from; their labels are empty until the person has allowed a microphone. */
export async function listDevices(): Promise<SoundDevices> {
  if (!hasMediaDevices()) return { microphones: [], speakers: [] };
  const all = await navigator.mediaDevices.enumerateDevices();
  const ofKind = (kind: MediaDeviceKind) =>
    all.flatMap((device) =>
      device.kind === kind && device.deviceId !== "" ? { id: device.deviceId, label: device.label } : [],
    );
  const canChoose = "setSinkId" in HTMLMediaElement.prototype;
  return { microphones: ofKind("audioinput"), speakers: canChoose ? ofKind("audiooutput") : [] };
}
