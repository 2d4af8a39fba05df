import { useSyncExternalStore } from "react";
import { onSessionEnd } from "../../providers/session.ts";
import { onViewChange } from "../../providers/viewAs.ts";
import { openMicrophone } from "./microphone.ts";
import {
  canTakeCall,
  initialPhoneState,
  liveCalls,
  type PhoneCall,
  type PhoneEvent,
  type PhoneState,
  phoneReducer,
} from "./phoneState.ts";
import { type SipAccount, SipUserAgent } from "./sipUserAgent.ts";
import { type CallTone, type Ringtone, ring } from "./tones.ts";

/** The subscriber that the phone is. */
export interface PhoneOwner {
  readonly subscriberId: number;
  readonly user: string;
  readonly domain: string;
}

/** Chosen sound; empty ids are the browser's own choice. */
export interface AudioSettings {
  readonly microphone: string;
  readonly speaker: string;
  readonly ringtone: Ringtone;
}

export interface Snapshot extends PhoneState {
  /** Null while the phone is off. */
  readonly owner: PhoneOwner | null;
}

/** The phone of this tab: its state, its line, and what is heard. It lives as long as the session, not as a page. */
class Phone {
  #snapshot: Snapshot = { ...initialPhoneState, owner: null };
  readonly #listeners = new Set<() => void>();
  #line: SipUserAgent | null = null;
  #sound: AudioSettings = { microphone: "", speaker: "", ringtone: "classic" };
  readonly #players = new Map<string, HTMLAudioElement>();
  #ringing: CallTone | null = null;
  #stopRinging = () => {};

  constructor() {
    onSessionEnd(() => this.stop());
    onViewChange(() => this.stop());
    // The platform would ring a tab that is gone.
    window.addEventListener("pagehide", () => this.stop());
  }

  readonly snapshot = (): Snapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Registers; an earlier registration ends. */
  start(owner: PhoneOwner, account: Pick<SipAccount, "url" | "password">): void {
    this.stop();
    if (!("RTCPeerConnection" in window)) {
      this.#take({ type: "started" }, owner);
      this.#take({ type: "lineFailed", reason: "unsupported" });
      return;
    }
    this.#set({ ...initialPhoneState, owner });
    this.#line = new SipUserAgent(
      { ...account, user: owner.user, domain: owner.domain },
      {
        onEvent: (event) => this.#take(event),
        openMicrophone: () => openMicrophone(this.#sound.microphone),
        play: (id, stream) => this.#play(id, stream),
        // The library reports a call before it is one of these.
        hasRoom: () => canTakeCall(this.#snapshot),
      },
    );
  }

  stop(): void {
    this.#line?.stop();
    this.#line = null;
    if (this.#snapshot.owner) this.#take({ type: "stopped" }, null);
  }

  chooseSound(sound: AudioSettings): void {
    this.#sound = sound;
    for (const player of this.#players.values()) this.#direct(player);
  }

  /** Takes the orders that concern one call alone; null while the phone is off. */
  get line(): SipUserAgent | null {
    return this.#line;
  }

  /** Calls a number; a call that goes on is held. */
  dial(number: string): void {
    this.#holdOthers("");
    void this.#line?.dial(number);
  }

  answer(id: string): void {
    this.#holdOthers(id);
    void this.#line?.answer(id);
  }

  resume(id: string): void {
    this.#holdOthers(id);
    this.#line?.resume(id);
  }

  /** Brings the other side of the held call to that of this one. */
  join(id: string): void {
    const heldCall = liveCalls(this.#snapshot).find((call) => call.id !== id && call.status === "held");
    if (heldCall) this.#line?.join(heldCall.id, id);
  }

  follow(id: string, isWanted: boolean): void {
    if (isWanted) this.#holdOthers("");
    void this.#line?.follow(id, isWanted);
  }

  dismiss(id: string): void {
    this.#take({ type: "dismissed", id });
  }

  #holdOthers(id: string): void {
    for (const call of this.#snapshot.calls) {
      if (call.id !== id && call.status === "active") this.#line?.hold(call.id);
    }
  }

  #take(event: PhoneEvent, owner = this.#snapshot.owner): void {
    this.#set({ ...phoneReducer(this.#snapshot, event), owner });
  }

  #set(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    const live = new Set(liveCalls(snapshot).map(({ id }) => id));
    for (const [id, player] of this.#players) {
      if (live.has(id)) continue;
      player.srcObject = null;
      this.#players.delete(id);
    }
    this.#ring(ringingOf(snapshot.calls));
    for (const listener of this.#listeners) listener();
  }

  #play(id: string, stream: MediaStream): void {
    const player = this.#players.get(id) ?? new Audio();
    this.#players.set(id, player);
    player.srcObject = stream;
    this.#direct(player);
    // Refused before the person has clicked anything; a call begins with a click.
    void player.play().catch(() => undefined);
  }

  #direct(player: HTMLAudioElement): void {
    // An unplugged speaker leaves the sound where it is.
    if ("setSinkId" in player) void player.setSinkId(this.#sound.speaker).catch(() => undefined);
  }

  #ring(kind: CallTone | null): void {
    if (kind === this.#ringing) return;
    this.#stopRinging();
    this.#ringing = kind;
    this.#stopRinging = kind ? ring(kind, this.#sound.ringtone) : () => {};
  }
}

function ringingOf(calls: readonly PhoneCall[]): CallTone | null {
  const has = (status: PhoneCall["status"]) => calls.some((call) => call.status === status);
  if (has("incoming")) return calls.some(({ status }) => status === "active") ? "waiting" : "incoming";
  return has("ringing") ? "outgoing" : null;
}

export const phone = new Phone();

export function usePhone(): Snapshot {
  return useSyncExternalStore(phone.subscribe, phone.snapshot);
}
