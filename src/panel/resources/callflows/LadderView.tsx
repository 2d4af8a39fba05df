import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { Captured } from "../../../core/telephony/sip/captured.ts";
import { writeText } from "../../../core/telephony/sip/captureText.ts";
import { type Arrow, buildLadder, type Ladder } from "../../../core/telephony/sip/ladder.ts";
import { methodOf } from "../../../core/telephony/sip/message.ts";
import { writePcap } from "../../../core/telephony/sip/pcap.ts";
import { NativeChoice } from "../../kinds/controls/NativeChoice.tsx";
import { saveFile } from "../../providers/files.ts";
import styles from "./callflow.module.css";
import { LadderTable, partyName } from "./LadderTable.tsx";
import { MessagePanel } from "./MessagePanel.tsx";

/** Messages that are drawn at once. */
const MAX_DRAWN_MESSAGES = 2000;

/** A call of a ladder. */
export interface FlowCall {
  readonly title: string;
  /** The beginning of the names of its files. */
  readonly fileName: string;
  readonly messages: readonly Captured[];
}

/** The beginning of the names of a call's files. */
export const callFileName = (callId: string): string => callId.replaceAll(/[^\w.@-]/g, "_");

interface LadderViewProps {
  /** One, or two that are compared. */
  readonly calls: readonly FlowCall[];
  /** Further controls: what the call is compared with. */
  readonly children?: ReactNode;
}

interface Filters {
  readonly text: string;
  readonly method: string;
  /** Index of a party; empty: all. */
  readonly party: string;
}

/** Ladders of one call, or of two side by side, with filters, and the message that is open. */
export function LadderView({ calls, children }: LadderViewProps) {
  const translate = useTranslate();
  const [filters, setFilters] = useState<Filters>({ text: "", method: "", party: "" });
  const [open, setOpen] = useState<{ readonly call: number; readonly number: number } | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const ladders = useMemo(() => calls.map(({ messages }) => buildLadder(messages)), [calls]);
  const methods = [...new Set(ladders.flatMap(({ arrows }) => arrows.map(({ message }) => methodOf(message))))];
  const [first] = ladders;
  const matches = ladders.map(({ arrows }) => arrows.filter((arrow) => isShown(arrow, filters)));
  const drawn = matches.map((arrows) => arrows.slice(0, MAX_DRAWN_MESSAGES));
  const openArrow = open && ladders[open.call]?.arrows[open.number - 1];
  const toggle = useCallback((call: number, number: number) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpen((before) => (before?.call === call && before.number === number ? null : { call, number }));
  }, []);
  const close = () => {
    setOpen(null);
    opener.current?.focus();
  };
  const all = ["", translate("callflow.filters.all")] as const;
  const change = (values: Partial<Filters>) => setFilters({ ...filters, ...values });
  const drawnIndex = open ? (drawn[open.call]?.findIndex(({ number }) => number === open.number) ?? -1) : -1;
  const neighbour = (by: number) => {
    const arrow = open && drawnIndex >= 0 ? drawn[open.call]?.[drawnIndex + by] : undefined;
    return arrow && open ? () => setOpen({ call: open.call, number: arrow.number }) : undefined;
  };
  return (
    <>
      <div className={`row gap-12 above-12 below-12 ${styles.tools}`}>
        <TextField
          size="small"
          type="search"
          label={translate("callflow.filters.text")}
          value={filters.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <NativeChoice
          size="small"
          label={translate("callflow.filters.method")}
          value={filters.method}
          options={[all, ...methods.map((method) => [method, method] as const)]}
          onChange={(method) => change({ method })}
        />
        {calls.length === 1 && first && (
          <NativeChoice
            size="small"
            label={translate("callflow.filters.party")}
            value={filters.party}
            options={[all, ...first.parties.map((party, index) => [index, partyName(party)] as const)]}
            onChange={(party) => change({ party })}
          />
        )}
        {children}
      </div>
      <div
        className={`stack gap-16 top ${styles.flow}${calls.length > 1 ? ` ${styles.isPair}` : ""}${openArrow ? ` ${styles.hasMessage}` : ""}`}
      >
        <div className={`stack gap-16 ${styles.ladders}`}>
          {calls.map((call, index) => (
            <FlowLadder
              // biome-ignore lint/suspicious/noArrayIndexKey: the second of two may be the first once more
              key={index}
              call={call}
              hasTitle={calls.length > 1}
              ladder={ladders[index] ?? buildLadder([])}
              matchCount={matches[index]?.length ?? 0}
              arrows={drawn[index] ?? []}
              open={open?.call === index ? open.number : null}
              callIndex={index}
              onOpen={toggle}
            />
          ))}
        </div>
        {openArrow && (
          <MessagePanel arrow={openArrow} onPrevious={neighbour(-1)} onNext={neighbour(1)} onClose={close} />
        )}
      </div>
    </>
  );
}

function isShown({ captured, message, from, to }: Arrow, { text, method, party }: Filters): boolean {
  if (method !== "" && methodOf(message) !== method) return false;
  if (party !== "" && from !== Number(party) && to !== Number(party)) return false;
  return text === "" || captured.text.toLowerCase().includes(text.toLowerCase());
}

interface FlowLadderProps {
  readonly call: FlowCall;
  /** Index of the call. */
  readonly callIndex: number;
  readonly hasTitle: boolean;
  readonly ladder: Ladder;
  /** Number of messages that pass the filters; `arrows` are those that are drawn. */
  readonly matchCount: number;
  readonly arrows: readonly Arrow[];
  readonly open: number | null;
  readonly onOpen: (callIndex: number, number: number) => void;
}

function FlowLadder({ call, callIndex, hasTitle, ladder, matchCount, arrows, open, onOpen }: FlowLadderProps) {
  const translate = useTranslate();
  // A stable callback: rows are drawn again only if they change.
  const openMessage = useCallback((number: number) => onOpen(callIndex, number), [callIndex, onOpen]);
  const captured = arrows.map((arrow) => arrow.captured);
  const save = (ending: string, type: string, content: BlobPart) =>
    saveFile(new File([content], `${call.fileName}.${ending}`, { type }));
  const repeated = ladder.arrows.filter(({ repeats }) => repeats !== null).length;
  return (
    <div>
      {hasTitle && <h2 className="text-16 anywhere">{call.title}</h2>}
      <div className="row gap-4 across-8 middle below-8">
        <p role="status" className="grow quiet">
          {translate("callflow.count", { smart_count: ladder.arrows.length })}
          {repeated > 0 && ` · ${translate("callflow.repeated", { smart_count: repeated })}`}
          {matchCount < ladder.arrows.length && ` · ${translate("callflow.found", { found: matchCount })}`}
        </p>
        <Button
          size="small"
          disabled={arrows.length === 0}
          onClick={() => save("pcap", "application/vnd.tcpdump.pcap", writePcap(captured))}
        >
          {translate("callflow.save.pcap")}
        </Button>
        <Button
          size="small"
          disabled={arrows.length === 0}
          onClick={() => save("txt", "text/plain", writeText(captured))}
        >
          {translate("callflow.save.text")}
        </Button>
      </div>
      {ladder.unread > 0 && (
        <Alert severity="info">{translate("callflow.unread", { smart_count: ladder.unread })}</Alert>
      )}
      {arrows.length < matchCount && (
        <Alert severity="info">{translate("callflow.more", { drawn: arrows.length, found: matchCount })}</Alert>
      )}
      {arrows.length === 0 ? (
        <p className="quiet">{translate("callflow.none")}</p>
      ) : (
        <LadderTable
          caption={translate("callflow.caption", { title: call.title })}
          ladder={ladder}
          arrows={arrows}
          open={open}
          onOpen={openMessage}
        />
      )}
    </div>
  );
}
