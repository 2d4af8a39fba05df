import CheckCircleOutlined from "@mui/icons-material/CheckCircleOutlined";
import ErrorOutlineOutlined from "@mui/icons-material/ErrorOutlineOutlined";
import WarningAmberOutlined from "@mui/icons-material/WarningAmberOutlined";
import { useTranslate } from "ra-core";
import type { Json } from "../../../core/descriptor.ts";
import { isObject } from "../../../core/prepare.ts";
import { readCounter } from "../../providers/dashboard.ts";
import { useTile } from "./useTile.ts";

const widget = "AdminSystemOverview";

/** State of the platform and domains in emergency mode, as far as it tells: lines that it does not give are absent. */
export function SystemRows() {
  const translate = useTranslate();
  const status = useTile(["overall_status"], (signal) => readCounter("overall_status", widget, signal));
  const emergency = useTile(["emergency_mode"], (signal) => readCounter("emergency_mode", widget, signal));
  const state = toState(status.data);
  const inEmergency = Number(emergency.data ?? 0);
  return (
    <ul className="dash-rows">
      {state && (
        <li className="dash-point">
          <state.Icon className={state.tone} aria-hidden="true" />
          <span className="dash-main">{state.text}</span>
        </li>
      )}
      {inEmergency > 0 && (
        <li className="dash-point">
          <ErrorOutlineOutlined className="dash-failure" aria-hidden="true" />
          <span className="dash-main">{translate("dashboard.attention.emergency", { smart_count: inEmergency })}</span>
        </li>
      )}
    </ul>
  );
}

/** The platform says its state as a class of its older style sheet and a text. */
function toState(status: Json | undefined) {
  if (!isObject(status) || typeof status.text !== "string") return null;
  const name = String(status.class);
  if (name.includes("error")) return { text: status.text, Icon: ErrorOutlineOutlined, tone: "dash-failure" };
  if (name.includes("warning")) return { text: status.text, Icon: WarningAmberOutlined, tone: "dash-waiting" };
  return { text: status.text, Icon: CheckCircleOutlined, tone: "dash-well" };
}
