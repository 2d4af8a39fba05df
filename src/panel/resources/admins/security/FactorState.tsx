import { Value } from "../../../kinds/Value.tsx";
import type { PanelRecord } from "../../../providers/rest.ts";
import { useCellContext } from "../../../views/useCellContext.ts";

/** Whether the factor is on, and since when. */
export function FactorState({ record }: { record: PanelRecord }) {
  const context = useCellContext("admins", "details");
  const { translate } = context;
  const state = record.enable_2fa !== true ? "off" : record.show_otp_registration_info === true ? "pending" : "on";
  return (
    <p className={`security-state is-${state}`} role="status">
      <strong>{translate(`views.security.state.${state}`)}</strong>
      {state === "on" && record.otp_confirmed_at && (
        <span>
          {translate("views.security.since")}{" "}
          <Value
            kind="dateTime"
            value={record.otp_confirmed_at}
            source="otp_confirmed_at"
            record={record}
            context={context}
          />
        </span>
      )}
    </p>
  );
}
