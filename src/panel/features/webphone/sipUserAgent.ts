import { NameAddrHeader, UA, URI, WebSocketInterface } from "jssip";
import { DTMF_TRANSPORT } from "jssip/lib/Constants.js";
import type { ReferEvent, RTCSession } from "jssip/lib/RTCSession.js";
import type { IncomingRequest } from "jssip/lib/SIPMessage.js";
import type { IncomingRTCSessionEvent, OutgoingRTCSessionEvent } from "jssip/lib/UA.js";
import { registrationFailureOf, toCallEnd } from "./callEndReasons.ts";
import { closeMicrophone, MicrophoneError } from "./microphone.ts";
import type { CallEnd, PhoneEvent } from "./phoneState.ts";

/** The account that registers, and its registrar. */
export interface SipAccount {
  /** `wss://` address of the platform. */
  readonly url: string;
  readonly user: string;
  readonly domain: string;
  readonly password: string;
}

export interface LineParts {
  readonly onEvent: (event: PhoneEvent) => void;
  /** Throws a MicrophoneError. */
  readonly openMicrophone: () => Promise<MediaStream>;
  /** Plays what the other side of a call sends. */
  readonly play: (id: string, stream: MediaStream) => void;
  /** Whether another call fits. */
  readonly hasRoom: () => boolean;
}

/** Milliseconds for a server to answer: browsers wait for minutes. */
const CONNECT_TIMEOUT_MS = 15_000;
/** Seconds between registrations. */
const EXPIRES_SECONDS = 300;
/** No STUN or TURN servers: the platform's media proxy accepts any address that a browser has. */
const pcConfig: RTCConfiguration = { iceServers: [] };
const BUSY = { status_code: 486, reason_phrase: "Busy Here" };

interface RunningCall {
  readonly session: RTCSession;
  readonly direction: "in" | "out";
  microphone: MediaStream | null;
  /** Why it ends, where this side knows better than the answer. */
  end: CallEnd | null;
  offer: ReferEvent | null;
}

/** The call that JsSIP's next session belongs to. The library creates sessions itself and reports them at once. */
interface ExpectedSession {
  readonly id: string;
  readonly microphone: MediaStream | null;
  readonly isAnswered: boolean;
}

/**
 * One registered line on the SIP library, and the only place that knows it: SIP over WebSocket, sound by WebRTC. Takes
 * orders by a call's id and reports all that happens as events of the phone. The password stays in the library's memory.
 */
export class SipUserAgent {
  readonly #parts: LineParts;
  readonly #ua: UA;
  readonly #domain: string;
  readonly #calls = new Map<string, RunningCall>();
  /** Calls that wait for the microphone. */
  readonly #waiting = new Set<string>();
  #expected: ExpectedSession | null = null;
  #count = 0;
  #wasRegistered = false;
  #isStopped = false;
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor({ url, user, domain, password }: SipAccount, parts: LineParts) {
    this.#parts = parts;
    this.#domain = domain;
    this.#ua = new UA({
      sockets: [new WebSocketInterface(url)],
      uri: new URI("sip", user, domain).toString(),
      authorization_user: user,
      password,
      register_expires: EXPIRES_SECONDS,
      user_agent: "Patchbay",
    });
    this.#listen();
    this.#timer = setTimeout(() => this.#emit({ type: "lineFailed", reason: "unreachable" }), CONNECT_TIMEOUT_MS);
    this.#ua.start();
  }

  /** Ends all calls, takes the registration back and closes the connection. Nothing is reported any more. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#waiting.clear();
    this.#ua.stop();
    for (const { microphone } of this.#calls.values()) if (microphone) closeMicrophone(microphone);
    this.#calls.clear();
  }

  /** Calls a number, a user, or an address `user@host`. */
  async dial(number: string): Promise<void> {
    const id = this.#nextId();
    this.#emit({ type: "dialled", id, number });
    const microphone = await this.#microphoneFor(id);
    if (microphone) this.#begin({ id, microphone, isAnswered: false }, () => this.#call(number, microphone));
  }

  async answer(id: string): Promise<void> {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#emit({ type: "answering", id });
    const microphone = await this.#microphoneFor(id);
    // The caller may have given up while the microphone was opened.
    if (!microphone || call.session.isEnded()) return;
    call.microphone = microphone;
    call.session.answer({ mediaStream: microphone, pcConfig });
  }

  /** Hangs up, gives up, or refuses. */
  hangUp(id: string): void {
    if (this.#waiting.delete(id)) this.#emit({ type: "ended", id, at: Date.now(), end: "cancelled" });
    const call = this.#calls.get(id);
    if (!call || call.session.isEnded()) return;
    const isIncoming = call.direction === "in" && call.session.isInProgress();
    if (isIncoming) call.end ??= "declined";
    call.session.terminate(isIncoming ? BUSY : undefined);
  }

  hold(id: string): void {
    this.#calls.get(id)?.session.hold();
  }

  resume(id: string): void {
    this.#calls.get(id)?.session.unhold();
  }

  mute(id: string, isMuted: boolean): void {
    const session = this.#calls.get(id)?.session;
    if (isMuted) session?.mute({ audio: true });
    else session?.unmute({ audio: true });
  }

  /** Sends a key within the sound (RFC 4733), or as a message where the other side does not take it there. */
  tone(id: string, tone: string): void {
    const session = this.#calls.get(id)?.session;
    if (!session) return;
    const isInSound = session.connection.getSenders().some(({ dtmf }) => dtmf?.canInsertDTMF);
    session.sendDTMF(tone, { transportType: isInSound ? DTMF_TRANSPORT.RFC2833 : DTMF_TRANSPORT.INFO });
    this.#emit({ type: "tone", id, tone });
  }

  /** Asks the other side to call somebody else instead. */
  transfer(id: string, to: string): void {
    this.#refer(id, to, to);
  }

  /** Brings the other sides of two calls together: the first is asked to take the place of this phone in the second. */
  join(id: string, otherId: string): void {
    const other = this.#calls.get(otherId)?.session;
    if (other) this.#refer(id, other.remote_identity.uri, this.#nameOf(other.remote_identity.uri), other);
  }

  /** Calls whom the other side of a call wants this phone to call, or refuses to. */
  async follow(id: string, isWanted: boolean): Promise<void> {
    const call = this.#calls.get(id);
    const offer = call?.offer;
    if (!call || !offer) return;
    call.offer = null;
    this.#emit({ type: "offered", id, to: null });
    if (!isWanted) return offer.reject();
    const next = this.#nextId();
    this.#emit({ type: "dialled", id: next, number: this.#nameOfTarget(offer) });
    const microphone = await this.#microphoneFor(next);
    if (!microphone) return offer.reject();
    this.#begin({ id: next, microphone, isAnswered: false }, () =>
      offer.accept(undefined, { mediaStream: microphone, pcConfig }),
    );
  }

  #emit(event: PhoneEvent): void {
    if (!this.#isStopped) this.#parts.onEvent(event);
  }

  #nextId(): string {
    this.#count++;
    return String(this.#count);
  }

  #listen(): void {
    this.#emit({ type: "started" });
    this.#ua.on("registered", () => {
      clearTimeout(this.#timer);
      this.#wasRegistered = true;
      this.#emit({ type: "registered" });
    });
    this.#ua.on("registrationFailed", ({ response, cause = "" }) => {
      clearTimeout(this.#timer);
      const code = response?.status_code;
      const reason = registrationFailureOf({ cause, code });
      // The end of the connection reports itself.
      if (reason === "unreachable") return;
      this.#emit({ type: "lineFailed", reason, code });
      // Trying again could lock the subscriber.
      if (reason === "credentials") this.#ua.stop();
    });
    this.#ua.on("disconnected", ({ error }) => {
      clearTimeout(this.#timer);
      if (error) this.#emit({ type: "lineFailed", reason: this.#wasRegistered ? "lost" : "unreachable" });
    });
    this.#ua.on("newRTCSession", (event: IncomingRTCSessionEvent | OutgoingRTCSessionEvent) => {
      if (event.originator === "remote") this.#takeIncoming(event.session, event.request);
      else this.#takeExpected(event.session);
    });
  }

  /** The microphone for a call that still wants it; null after the call has ended, with the reason where there is none. */
  async #microphoneFor(id: string): Promise<MediaStream | null> {
    this.#waiting.add(id);
    try {
      const microphone = await this.#parts.openMicrophone();
      if (this.#waiting.delete(id)) return microphone;
      closeMicrophone(microphone);
    } catch (error) {
      if (!(error instanceof MicrophoneError)) throw error;
      if (!this.#waiting.delete(id)) return null;
      const end = `microphone_${error.failure}` as const;
      const call = this.#calls.get(id);
      if (call) {
        call.end = end;
        call.session.terminate({ status_code: 480 });
      } else this.#emit({ type: "ended", id, at: Date.now(), end });
    }
    return null;
  }

  #call(number: string, mediaStream: MediaStream): void {
    this.#ua.call(number, { mediaStream, pcConfig });
  }

  /** Makes the library begin a session for a call. A target that it cannot write as an address is nobody's. */
  #begin(expected: ExpectedSession, begin: () => void): void {
    this.#expected = expected;
    try {
      begin();
    } catch {
      if (expected.microphone) closeMicrophone(expected.microphone);
      this.#emit({ type: "ended", id: expected.id, at: Date.now(), end: "notFound" });
    }
    this.#expected = null;
  }

  #takeExpected(session: RTCSession): void {
    const { id, microphone } = this.#expected ?? { id: this.#nextId(), microphone: null };
    this.#watch(id, { session, direction: "out", microphone, end: null, offer: null });
  }

  #takeIncoming(session: RTCSession, request: IncomingRequest): void {
    const expected = this.#expected;
    const id = expected?.id ?? this.#nextId();
    if (!expected && !this.#parts.hasRoom()) {
      session.terminate(BUSY);
      return;
    }
    const { uri, display_name } = assertedIdentity(request) ?? session.remote_identity;
    this.#watch(id, { session, direction: "in", microphone: null, end: null, offer: null });
    const isAnswered = expected !== null;
    this.#emit({ type: "incoming", id, number: this.#nameOf(uri), displayName: display_name || null, isAnswered });
    if (isAnswered) void this.answer(id);
  }

  #watch(id: string, call: RunningCall): void {
    const { session } = call;
    this.#calls.set(id, call);
    const hear = (connection: RTCPeerConnection) =>
      connection.addEventListener("track", ({ streams, track }) =>
        this.#parts.play(id, streams[0] ?? new MediaStream([track])),
      );
    if (session.connection) hear(session.connection);
    else session.on("peerconnection", ({ peerconnection }) => hear(peerconnection));
    const isLocal = ({ originator }: { readonly originator: string }) => originator === "local";
    session.on("progress", (event: { readonly originator: string }) => {
      if (!isLocal(event)) this.#emit({ type: "ringing", id });
    });
    session.on("confirmed", () => this.#emit({ type: "answered", id, at: Date.now() }));
    session.on("hold", (event) =>
      this.#emit(isLocal(event) ? { type: "held", id } : { type: "heldByOther", id, isHeld: true }),
    );
    session.on("unhold", (event) =>
      this.#emit(isLocal(event) ? { type: "resumed", id } : { type: "heldByOther", id, isHeld: false }),
    );
    session.on("muted", () => this.#emit({ type: "muted", id }));
    session.on("unmuted", () => this.#emit({ type: "unmuted", id }));
    // Never followed without asking: a caller could have this phone ring numbers that cost.
    session.on("refer", (offer) => {
      call.offer?.reject();
      call.offer = offer;
      this.#emit({ type: "offered", id, to: this.#nameOfTarget(offer) });
    });
    // Somebody takes the place of the other side, whom this phone talks to already.
    session.on("replaces", ({ accept }) =>
      this.#begin({ id: this.#nextId(), microphone: null, isAnswered: true }, () => accept()),
    );
    for (const name of ["ended", "failed"] as const) {
      session.on(name, ({ originator, cause, message }) => {
        const code = message && "status_code" in message ? message.status_code : undefined;
        this.#drop(id);
        const end = call.end ?? toCallEnd({ originator, cause, code }, call.direction);
        this.#emit({ type: "ended", id, at: Date.now(), end, ...(end === "failed" ? { code } : {}) });
      });
    }
  }

  #drop(id: string): void {
    const microphone = this.#calls.get(id)?.microphone;
    if (microphone) closeMicrophone(microphone);
    this.#waiting.delete(id);
    this.#calls.delete(id);
  }

  #refer(id: string, target: string | URI, name: string, replaces?: RTCSession): void {
    const call = this.#calls.get(id);
    if (!call) return;
    if (!call.session.isOnHold().local) call.session.hold();
    this.#emit({ type: "transferring", id, to: name });
    const refuse = () => this.#emit({ type: "transferRefused", id });
    const eventHandlers = {
      accepted: () => {
        call.end = "transferred";
        if (!call.session.isEnded()) call.session.terminate();
      },
      requestFailed: refuse,
      failed: refuse,
    };
    try {
      call.session.refer(target, { eventHandlers, ...(replaces ? { replaces } : {}) });
    } catch {
      refuse();
    }
  }

  /** The target of a REFER (RFC 3515), from its `Refer-To` header, which the library guarantees. */
  #nameOfTarget({ request }: ReferEvent): string {
    const target: NameAddrHeader | undefined = NameAddrHeader.parse(request.getHeader("Refer-To"));
    return target ? this.#nameOf(target.uri) : "";
  }

  /** A number or user of this domain; with the domain if it is another one. */
  #nameOf({ user, host }: URI): string {
    return host === this.#domain || /^\+?\d+$/.test(user) ? user : `${user}@${host}`;
  }
}

/** The identity that the platform asserts (RFC 3325), if it does, rather than the one that the caller claims. */
function assertedIdentity(request: IncomingRequest): NameAddrHeader | undefined {
  const header = request.getHeader("P-Asserted-Identity");
  return header ? NameAddrHeader.parse(header) : undefined;
}
