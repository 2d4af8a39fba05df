import CloseIcon from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useEffect, useRef } from "react";
import { useLocale, useTranslate } from "react-admin";
import { formatEndpoint } from "../../../core/telephony/sip/captured.ts";
import { type Arrow, labelOf } from "../../../core/telephony/sip/ladder.ts";
import { splitMessage } from "../../../core/telephony/sip/message.ts";
import { parseSdp, type SdpMedia } from "../../../core/telephony/sip/sdp.ts";
import { CopyButton } from "../../views/CopyButton.tsx";
import styles from "./callflow.module.css";
import { momentText, secondsText } from "./times.ts";

interface MessagePanelProps {
  readonly arrow: Arrow;
  /** Undefined: there is no such message. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onClose: () => void;
}

/** One message: when and which way, what it offers in words, and its text with headers in colour. */
export function MessagePanel({ arrow, onPrevious, onNext, onClose }: MessagePanelProps) {
  const translate = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  const { number, captured, message, delta, elapsed } = arrow;
  // The heading is focused only when the panel opens: the buttons for the next message keep the focus.
  useEffect(() => heading.current?.focus(), []);
  const media = parseSdp(message.body);
  return (
    <aside
      className={`card flex column pad-12-16 ${styles.message}`}
      aria-label={translate("callflow.message.title", { number })}
      onKeyDown={({ key }) => key === "Escape" && onClose()}
    >
      <header className="flex top gap-8">
        <h2 ref={heading} tabIndex={-1} className="grow text-16 anywhere">
          {number}. {labelOf(message)}
        </h2>
        <IconButton size="small" aria-label={translate("callflow.message.close")} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </header>
      <p className="note">
        {formatEndpoint(captured.source)} → {formatEndpoint(captured.target)} · {captured.transport}
      </p>
      <p className="note">
        {momentText(captured.at)} ·{" "}
        {translate("callflow.message.elapsed", { after: secondsText(delta), since: secondsText(elapsed) })}
      </p>
      {media.length > 0 && (
        <ul className="bullets above-8" aria-label={translate("callflow.media.title")}>
          {media.map((stream, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: streams have no other identity than their place
            <MediaLine key={index} media={stream} />
          ))}
        </ul>
      )}
      <MessageText text={captured.text} />
      <footer className="row above-8">
        <Button size="small" disabled={!onPrevious} onClick={onPrevious}>
          {translate("callflow.message.previous")}
        </Button>
        <Button size="small" disabled={!onNext} onClick={onNext}>
          {translate("callflow.message.next")}
        </Button>
        <CopyButton text={captured.text} />
      </footer>
    </aside>
  );
}

function MediaLine({ media }: { readonly media: SdpMedia }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { type, port, address, codecs, direction, isEncrypted } = media;
  const name = translate(`callflow.media.types.${type}`, { _: type });
  if (port === 0) return <li>{translate("callflow.media.refused", { name })}</li>;
  const list = codecs.map(({ name: codec, rate }) =>
    rate === null ? codec : `${codec} ${(rate / 1000).toLocaleString(locale)} kHz`,
  );
  const endpoint = address === "" ? String(port) : formatEndpoint({ address, port });
  return (
    <li>
      {translate("callflow.media.stream", { name, place: endpoint })}{" "}
      {translate(`callflow.media.directions.${direction}`)} {isEncrypted && `${translate("callflow.media.encrypted")} `}
      {translate("callflow.media.codecs", { codecs: list.join(", ") })}
    </li>
  );
}

/** Header fields by which messages are told apart and find their way. */
const routing = /^(?:via|v|from|f|to|t|call-id|i|cseq|contact|m|route|record-route|max-forwards)$/i;

/** The text as it was sent, with the names of header fields in colour. */
function MessageText({ text }: { readonly text: string }) {
  const { head, body } = splitMessage(text);
  const [first = "", ...lines] = head.split(/\r?\n/);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={`grow above-8 text-12 anywhere sunken round-6 ${styles.text}`} tabIndex={0}>
      <strong>{first}</strong>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
        <HeaderLine key={index} line={line} />
      ))}
      {body !== "" && `\n\n${body.replaceAll("\r\n", "\n").trimEnd()}`}
    </pre>
  );
}

function HeaderLine({ line }: { readonly line: string }) {
  const [, name, value] = /^([^\s:]+)(\s*:.*)$/.exec(line) ?? [];
  if (name === undefined) return `\n${line}`;
  return (
    <>
      {"\n"}
      <span className={routing.test(name) ? "success strong" : "info"}>{name}</span>
      {value}
    </>
  );
}
