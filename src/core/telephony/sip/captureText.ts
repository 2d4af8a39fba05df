import { type Captured, formatEndpoint } from "./captured.ts";

/** The messages as text, each below a line with its time in UTC and its way. */
export function writeText(messages: readonly Captured[]): string {
  return messages
    .map(({ at, transport, source, target, text }) => {
      const way = `${formatEndpoint(source)} -> ${formatEndpoint(target)}`;
      return `${transport} ${formatInstant(at)} ${way}\n\n${text.replaceAll("\r\n", "\n").trimEnd()}\n\n`;
    })
    .join("\n");
}

/** Microseconds since 1970 as `2026-01-31T10:11:12.345678Z`. */
export function formatInstant(microseconds: number): string {
  const seconds = new Date(Math.floor(microseconds / 1e6) * 1000).toISOString().slice(0, 19);
  return `${seconds}.${String(microseconds % 1e6).padStart(6, "0")}Z`;
}
