export const mediaDirections = ["sendrecv", "sendonly", "recvonly", "inactive"] as const;
export type MediaDirection = (typeof mediaDirections)[number];

export interface Codec {
  /** `PCMA`, or the number of a payload type without a name. */
  readonly name: string;
  /** In hertz; null: unspecified. */
  readonly rate: number | null;
}

export interface SdpMedia {
  /** `audio`, `video`, `image`. */
  readonly type: string;
  /** 0: the stream is refused. */
  readonly port: number;
  /** `RTP/AVP`. */
  readonly protocol: string;
  /** IP address that receives it; empty: unspecified. */
  readonly address: string;
  /** In order of preference. */
  readonly codecs: readonly Codec[];
  readonly direction: MediaDirection;
  readonly isEncrypted: boolean;
}

/** Payload types that need no rtpmap (RFC 3551). */
const fixedCodecs: Readonly<Record<string, readonly [string, number]>> = {
  0: ["PCMU", 8000],
  3: ["GSM", 8000],
  4: ["G723", 8000],
  8: ["PCMA", 8000],
  9: ["G722", 8000],
  13: ["CN", 8000],
  15: ["G728", 8000],
  18: ["G729", 8000],
  26: ["JPEG", 90_000],
  31: ["H261", 90_000],
  34: ["H263", 90_000],
};

/** The streams of a session description (RFC 4566), in order; none for what is no session description. */
export function parseSdp(body: string): readonly SdpMedia[] {
  const lines = body.split(/\r?\n/);
  if (!/^v=0\s*$/.test(lines[0] ?? "")) return [];
  const starts = lines.flatMap((line, index) => (line.startsWith("m=") ? [index] : []));
  const session = lines.slice(0, starts[0] ?? lines.length);
  return starts.flatMap((start, index) => toMedia(lines.slice(start, starts[index + 1]), session) ?? []);
}

function toMedia(lines: readonly string[], session: readonly string[]): SdpMedia | null {
  const [, type, port, protocol, formats] = /^m=(\S+) (\d{1,5})(?:\/\d+)? (\S+) (.+?)\s*$/.exec(lines[0] ?? "") ?? [];
  if (type === undefined || protocol === undefined || formats === undefined) return null;
  const names = new Map(
    lines.flatMap((line) => {
      const [, number, name, rate] = /^a=rtpmap:(\d+) ([^/\s]+)\/(\d+)/.exec(line) ?? [];
      return number === undefined || name === undefined ? [] : [[number, { name, rate: Number(rate) }] as const];
    }),
  );
  const toCodec = (format: string): Codec => {
    const [name, rate] = fixedCodecs[format] ?? [];
    return names.get(format) ?? { name: name ?? format, rate: rate ?? null };
  };
  return {
    type,
    port: Number(port),
    protocol,
    address: connectionIn(lines) ?? connectionIn(session) ?? "",
    codecs: formats.split(/\s+/).map(toCodec),
    direction: directionIn(lines) ?? directionIn(session) ?? "sendrecv",
    isEncrypted: protocol.includes("SAVP") || lines.some((line) => /^a=(?:crypto|fingerprint):/.test(line)),
  };
}

function connectionIn(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const [, address] = /^c=IN IP[46] ([^\s/]+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  return undefined;
}

function directionIn(lines: readonly string[]): MediaDirection | undefined {
  return mediaDirections.find((direction) => lines.some((line) => line.trim() === `a=${direction}`));
}
