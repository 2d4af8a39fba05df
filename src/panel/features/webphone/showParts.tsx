import ExpandLess from "@mui/icons-material/ExpandLess";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { useTranslate } from "react-admin";
import { toDialString } from "../../../core/values/dialled.ts";
import { showPhone } from "../../providers/phoneSlot.ts";
import { CallCard } from "./CallCard.tsx";
import { endKey } from "./callEndReasons.ts";
import { TargetForm } from "./DialPad.tsx";
import { PhoneGlyph } from "./PhoneGlyph.tsx";
import { phone, usePhone } from "./phone.ts";
import { canDial, liveCalls, type PhoneCall } from "./phoneState.ts";
import { useCaller } from "./useCaller.ts";
import { useRegistrationError } from "./useRegistrationError.ts";
import styles from "./webphone.module.css";

const silent = { Dock: PhoneDock, CallButton: null };
const ready = { Dock: PhoneDock, CallButton };

/** Adds the dock and, while a call is possible, the buttons at numbers; takes them away with the phone. */
function update(): void {
  const state = phone.snapshot();
  showPhone(state.owner === null ? null : canDial(state) ? ready : silent);
}

phone.subscribe(update);

/** Calls a number that a page shows; nothing for a text that is none, such as "anonymous". */
function CallButton({ number }: { readonly number: string }) {
  const translate = useTranslate();
  const dialled = toDialString(number);
  if (dialled === null) return null;
  const label = translate("webphone.callNumber", { number });
  return (
    <button
      type="button"
      className={`icon-button accent ring-inside ${styles.click}`}
      aria-label={label}
      title={label}
      onClick={() => phone.dial(dialled)}
    >
      <PhoneGlyph />
    </button>
  );
}

/** The phone below all pages: stays while the person goes from page to page, and announces calls. */
function PhoneDock() {
  const translate = useTranslate();
  const state = usePhone();
  const error = useRegistrationError();
  const bodyId = useId();
  const [isOpen, setIsOpen] = useState(true);
  const { line, calls, owner } = state;
  const incoming = calls.filter(({ status }) => status === "incoming");
  // A call is never hidden.
  const isShown = isOpen || incoming.length > 0;
  if (!owner) return null;
  const isDown = line.status === "failed";
  return (
    <aside className={`card flex column ${styles.phone}`} aria-label={translate("webphone.title")}>
      <button
        type="button"
        className={`flat line ring-inside sunken ${styles.bar}`}
        aria-expanded={isShown}
        aria-controls={bodyId}
        title={translate(isShown ? "webphone.dock.close" : "webphone.dock.open")}
        onClick={() => setIsOpen(!isOpen)}
      >
        <PhoneGlyph />
        <strong>{translate("webphone.title")}</strong>
        <span className="grow quiet text-end">{translate(`webphone.states.${line.status}`)}</span>
        {isShown ? <ExpandMore fontSize="small" /> : <ExpandLess fontSize="small" />}
      </button>
      <div id={bodyId} className="stack pad-12 scroll" hidden={!isShown}>
        <p className="quiet text-13 anywhere">
          {line.status === "registered"
            ? translate("webphone.owner", { address: `${owner.user}@${owner.domain}` })
            : `${owner.user}@${owner.domain}`}
        </p>
        {error && <Alert severity={isDown ? "error" : "info"}>{error}</Alert>}
        {calls.map((call) => (
          <CallCard key={call.id} call={call} state={state} />
        ))}
        {canDial(state) && (
          <TargetForm
            label={translate("webphone.dial.label")}
            action={translate("webphone.dial.call")}
            // Next to a call there is no room for keys that could be taken for its own.
            hasKeys={liveCalls(state).length === 0}
            onTarget={(target) => phone.dial(target)}
          />
        )}
        <div className="row">
          <Button size="small" href="#/webphone">
            {translate("webphone.dock.settings")}
          </Button>
          <Button size="small" onClick={() => phone.stop()}>
            {translate("webphone.line.stop")}
          </Button>
        </div>
      </div>
      <div className="sr-only" role="alert">
        {incoming.map((call) => (
          <Announcement key={call.id} call={call} />
        ))}
      </div>
      <div className="sr-only" role="status">
        {calls.map((call) => (
          <EndAnnouncement key={call.id} call={call} />
        ))}
      </div>
    </aside>
  );
}

function Announcement({ call }: { readonly call: PhoneCall }) {
  const translate = useTranslate();
  const { name } = useCaller(call);
  return <p>{translate("webphone.call.announce", { name })}</p>;
}

function EndAnnouncement({ call: { status, end } }: { readonly call: PhoneCall }) {
  const translate = useTranslate();
  if (status !== "ended" && status !== "active" && status !== "held") return null;
  return <p>{translate(end === null ? `webphone.call.${status}` : endKey(end))}</p>;
}
