import { type CSSProperties, memo } from "react";
import { useTranslate } from "react-admin";
import { type Arrow, type ArrowKind, type Ladder, labelOf } from "../../../core/telephony/sip/ladder.ts";
import { methodOf } from "../../../core/telephony/sip/message.ts";
import type { SipParty } from "../../../core/telephony/sip/parties.ts";
import { parseSdp } from "../../../core/telephony/sip/sdp.ts";
import type { Translate } from "../../providers/texts.ts";
import styles from "./callflow.module.css";
import { secondsText, timeText } from "./times.ts";

interface LadderTableProps {
  readonly caption: string;
  readonly ladder: Ladder;
  /** Messages that are drawn, in order. */
  readonly arrows: readonly Arrow[];
  /** Number of the message that is open. */
  readonly open: number | null;
  readonly onOpen: (number: number) => void;
}

/** A ladder as a table: a row for each message, a column for each party, and arrows between these. */
export function LadderTable({ caption, ladder, arrows, open, onOpen }: LadderTableProps) {
  const translate = useTranslate();
  const { parties, dialogs } = ladder;
  const names = parties.map(partyName);
  const style: CSSProperties & Record<"--parties", number> = { "--parties": parties.length };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`card relative scroll ${styles.ladderScroll}`} aria-label={caption} tabIndex={0}>
      {/* Roles are said in words: with another display, some browsers forget them. */}
      <table role="table" className={`full ${styles.ladder}`} style={style}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader" className="note">
              {translate("callflow.columns.number")}
            </th>

            <th scope="col" role="columnheader" className="note">
              {translate("callflow.columns.time")}
            </th>
            <th scope="col" role="columnheader" className="note">
              {translate("callflow.columns.after")}
            </th>

            {parties.map((party) => (
              <th key={party.endpoints[0]} scope="col" role="columnheader" className={`text-12 ${styles.ladderParty}`}>
                <PartyHead party={party} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {arrows.map((arrow) => (
            <ArrowRow
              key={arrow.number}
              arrow={arrow}
              from={names[arrow.from] ?? ""}
              to={names[arrow.to] ?? ""}
              parties={parties.length}
              hasLegs={dialogs.length > 1}
              isOpen={arrow.number === open}
              translate={translate}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Names a party in sentences. */
export function partyName({ endpoints: [first = ""] }: SipParty): string {
  return first;
}

/** Shows a party's addresses: further ports of the same address only as ports. */
function PartyHead({ party: { endpoints, agent } }: { readonly party: SipParty }) {
  const addressOf = (endpoint: string) => endpoint.slice(0, endpoint.lastIndexOf(":"));
  const places = new Map<string, string[]>();
  for (const endpoint of endpoints) {
    const address = addressOf(endpoint);
    places.set(address, [...(places.get(address) ?? []), endpoint.slice(address.length)]);
  }
  return (
    <>
      {[...places].map(([address, ports]) => (
        <span key={address} className="block anywhere">
          {address}
          <wbr />
          {ports.join(", ")}
        </span>
      ))}
      {agent && <span className="block quiet normal anywhere">{agent}</span>}
    </>
  );
}

interface ArrowRowProps {
  readonly arrow: Arrow;
  readonly from: string;
  readonly to: string;
  readonly parties: number;
  readonly hasLegs: boolean;
  readonly isOpen: boolean;
  readonly translate: Translate;
  readonly onOpen: (number: number) => void;
}

const colours: Readonly<Record<ArrowKind, string>> = {
  request: "accent",
  provisional: "info",
  success: "success",
  redirect: "warning",
  failure: "danger",
};

/** There are hundreds of rows: each has few elements, and is drawn again only if it changes. */
const ArrowRow = memo((props: ArrowRowProps) => {
  const { arrow, from, to, parties, isOpen, translate, onOpen } = props;
  const { number, captured, message, delta, kind, repeats } = arrow;
  const label = labelOf(message);
  const marks = marksOf(props);
  const again = repeats === null ? "" : translate("callflow.marks.repeats", { number: repeats });
  const spoken = [translate("callflow.way", { from, to }), label, ...marks, again].filter(Boolean).join(" ");
  return (
    <tr role="row" className={isOpen ? styles.isOpen : undefined}>
      <td role="cell" className="note unbroken">
        {number}
      </td>

      <th scope="row" role="rowheader" className="note normal unbroken">
        {timeText(captured.at, 3)}
      </th>
      <td role="cell" className="note unbroken">
        {secondsText(delta)}
      </td>

      <td role="cell" colSpan={parties} aria-colspan={parties} className={styles.ladderCell}>
        <button
          type="button"
          className={`flat block relative text-13 ${styles.ladderArrow} ${colours[kind]} ${wayOf(arrow)}${repeats === null ? "" : ` ${styles.isRepeated}`}`}
          style={arrowStyle(arrow, parties)}
          aria-label={spoken}
          aria-expanded={isOpen}
          onClick={() => onOpen(number)}
        >
          <span>
            {label} {marks.length > 0 && <small className="quiet">{marks.join(" ")}</small>}{" "}
            {again && <small className="warning">{again}</small>}
          </span>
        </button>
      </td>
    </tr>
  );
});

/** Returns what else is worth knowing at a glance. */
function marksOf({ arrow, hasLegs, translate }: ArrowRowProps): string[] {
  const { captured, message, dialog } = arrow;
  const method = methodOf(message);
  return [
    ...(message.kind === "response" && method !== "INVITE" ? [method] : []),
    ...(parseSdp(message.body).length > 0 ? [translate("callflow.marks.media")] : []),
    ...(captured.transport === "UDP" ? [] : [captured.transport]),
    ...(hasLegs ? [translate("callflow.marks.leg", { leg: dialog + 1 })] : []),
  ];
}

function wayOf({ from, to }: Arrow): string | undefined {
  if (from === to) return styles.isSelf;
  return from < to ? styles.isRight : styles.isLeft;
}

/** Spans an arrow from the middle of one column to that of another; as wide as a column for a message to oneself. */
function arrowStyle({ from, to }: Arrow, parties: number): CSSProperties {
  const width = 100 / parties;
  const [left, columns] = [Math.min(from, to), Math.abs(from - to)];
  return columns === 0
    ? { marginLeft: `${width * left}%`, width: `${width}%` }
    : { marginLeft: `${width * (left + 0.5)}%`, width: `${width * columns}%` };
}
