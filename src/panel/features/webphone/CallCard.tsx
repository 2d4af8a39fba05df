import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useEffect, useId, useState } from "react";
import { useTranslate } from "react-admin";
import { isRecordId } from "../../../core/schema/ids.ts";
import { formatClock } from "../../../core/values/duration.ts";
import { ReferenceText } from "../../kinds/reference/cells.tsx";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { endKey, microphoneIn } from "./callEndReasons.ts";
import { DialKeys, TargetForm } from "./DialPad.tsx";
import { phone } from "./phone.ts";
import { actionsOf, type CallAction, durationOf, type PhoneCall, type PhoneState } from "./phoneState.ts";
import { useCaller } from "./useCaller.ts";
import styles from "./webphone.module.css";

interface CallCardProps {
  readonly call: PhoneCall;
  readonly state: PhoneState;
}

/** One call: who, how it stands, and what can be done with it. */
export function CallCard({ call, state }: CallCardProps) {
  const translate = useTranslate();
  const { id, status, number, offeredTo } = call;
  const caller = useCaller(call);
  const customer = caller.subscriber?.customer_id;
  const nameId = useId();
  const [panel, setPanel] = useState<"tones" | "transfer" | null>(null);
  const actions = actionsOf(call, state);
  // A panel whose action is not possible any more closes.
  const openPanel = panel && actions.includes(panel) ? panel : null;
  const toggle = (name: "tones" | "transfer") => setPanel(openPanel === name ? null : name);
  return (
    <article
      className={`card stack gap-8 pad-12 ${status === "incoming" || status === "active" ? "lit" : ""}`}
      aria-labelledby={nameId}
    >
      <h3 id={nameId} className="text-16 anywhere">
        {caller.name}
      </h3>
      {caller.name !== number && number !== "" && <p className="anywhere">{number}</p>}
      <CallFacts call={call} />
      {caller.subscriber && (
        <SimpleShowLayout className="stack pairs gap-2">
          <Labeled label="webphone.call.subscriber">
            <ReferenceText resource="subscribers" id={caller.subscriber.id} expanded={caller.subscriber} link />
          </Labeled>
          <Labeled label="webphone.call.customer">
            {isRecordId(customer) && <ReferenceText resource="customers" id={customer} link />}
          </Labeled>
        </SimpleShowLayout>
      )}
      {call.isTransferRefused && <Alert severity="warning">{translate("webphone.call.transferRefused")}</Alert>}
      {offeredTo !== null && <Offer call={call} to={offeredTo} />}
      <div className="row">
        {actions.map((action) =>
          action === "tones" || action === "transfer" ? (
            <Button
              key={action}
              size="small"
              variant="outlined"
              aria-expanded={openPanel === action}
              onClick={() => toggle(action)}
            >
              {translate(`webphone.actions.${action}`)}
            </Button>
          ) : (
            <Button
              key={action}
              size="small"
              variant={action === "answer" || action === "hangUp" || action === "decline" ? "contained" : "outlined"}
              color={action === "hangUp" || action === "decline" ? "error" : "primary"}
              aria-describedby={nameId}
              onClick={() => act(action, id)}
            >
              {translate(`webphone.actions.${action}`)}
            </Button>
          ),
        )}
        {status === "ended" && (
          <Button size="small" variant="outlined" onClick={() => phone.dismiss(id)}>
            {translate("webphone.actions.dismiss")}
          </Button>
        )}
      </div>
      {openPanel === "tones" && <Tones call={call} />}
      {openPanel === "transfer" && (
        <TargetForm
          label={translate("webphone.call.transferTo")}
          help={translate("webphone.call.transferHelp")}
          action={translate("webphone.actions.transfer")}
          hasKeys={false}
          isFocused
          onTarget={(target) => {
            setPanel(null);
            phone.line?.transfer(id, target);
          }}
          onCancel={() => setPanel(null)}
        />
      )}
    </article>
  );
}

function act(action: Exclude<CallAction, "tones" | "transfer">, id: string): void {
  const acts: Readonly<Record<typeof action, () => void>> = {
    answer: () => phone.answer(id),
    decline: () => phone.line?.hangUp(id),
    hangUp: () => phone.line?.hangUp(id),
    hold: () => phone.line?.hold(id),
    resume: () => phone.resume(id),
    mute: () => phone.line?.mute(id, true),
    unmute: () => phone.line?.mute(id, false),
    join: () => phone.join(id),
  };
  acts[action]();
}

/** The state of the call, in words, and its duration. */
function CallFacts({ call }: { readonly call: PhoneCall }) {
  const translate = useTranslate();
  const { status, end, code, transferTo, isMuted, isHeldByOther } = call;
  const duration = durationOf(call, useNow(status !== "ended" && call.answeredAt !== null));
  if (end !== null && microphoneIn(end) !== null) return <Alert severity="error">{translate(endKey(end))}</Alert>;
  const text =
    end === null
      ? translate(`webphone.call.${status}`, { to: transferTo ?? "" })
      : translate(end === "failed" && code !== null ? "webphone.ends.failedCode" : endKey(end), { code });
  const marks = [
    ...(isMuted ? [translate("webphone.call.muted")] : []),
    ...(isHeldByOther && end === null ? [translate("webphone.call.heldByOther")] : []),
  ];
  return (
    <p className="anywhere">
      {[text, ...marks].join(" · ")}
      {duration !== null && (
        <span className={styles.duration} role="timer" aria-label={translate("webphone.call.duration")}>
          {formatClock(Math.floor(duration / 1000))}
        </span>
      )}
    </p>
  );
}

/** The time, each second while it counts. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** Keys for menus and voicemail, by mouse or keyboard. */
function Tones({ call: { id, tones } }: { readonly call: PhoneCall }) {
  const translate = useTranslate();
  const type = (next: string) => {
    for (const tone of next.slice(tones.length).toUpperCase()) if (/[\dA-D*#]/.test(tone)) phone.line?.tone(id, tone);
  };
  return (
    <div className="stack gap-8">
      <TextField
        size="small"
        autoFocus
        autoComplete="off"
        label={translate("webphone.call.tones")}
        value={tones}
        onChange={({ target }) => type(target.value)}
        slotProps={{ htmlInput: { inputMode: "tel" } }}
      />
      <DialKeys onKey={(key) => phone.line?.tone(id, key)} />
    </div>
  );
}

/** Never followed without asking: it may be a number that costs. */
function Offer({ call, to }: { readonly call: PhoneCall; readonly to: string }) {
  const translate = useTranslate();
  return (
    <div role="alert" className={`stack gap-8 pad-8 round-8 ${styles.offer}`}>
      <p>{translate("webphone.call.offer", { to })}</p>
      <div className="row">
        <Button size="small" variant="contained" onClick={() => phone.follow(call.id, true)}>
          {translate("webphone.call.follow", { to })}
        </Button>
        <Button size="small" variant="outlined" onClick={() => phone.follow(call.id, false)}>
          {translate("webphone.call.stay")}
        </Button>
      </div>
    </div>
  );
}
