import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { useTranslate } from "ra-core";
import { useState } from "react";
import type { PanelRecord } from "../../../providers/rest.ts";
import { ConfirmDialog } from "../../../views/form/ConfirmDialog.tsx";
import { useSecondFactor } from "./useSecondFactor.ts";

/** What a master decides about somebody else's factor. */
export function OthersFactor({ record }: { record: PanelRecord }) {
  const translate = useTranslate();
  const { isBusy, refusal, setRequired, reset } = useSecondFactor(record);
  const [isAsking, setIsAsking] = useState(false);
  const isOn = record.enable_2fa === true;
  const login = String(record.login);
  return (
    <>
      {refusal && <Alert severity="error">{refusal}</Alert>}
      <FormControlLabel
        label={translate("views.security.require")}
        control={
          <Switch
            checked={isOn}
            aria-busy={isBusy}
            onChange={(_, isRequired) => void setRequired(isRequired)}
            slotProps={{ input: { role: "switch", "aria-describedby": "require-help" } }}
          />
        }
      />
      <p id="require-help" className="security-text">
        {translate(`views.security.requireText.${isOn ? "on" : "off"}`, { login })}
      </p>
      {isOn && record.show_otp_registration_info !== true && (
        <div className="security-actions">
          <Button variant="outlined" color="error" loading={isBusy} onClick={() => setIsAsking(true)}>
            {translate("views.security.reset")}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={translate("views.security.reset")}
        text={translate("views.security.resetText", { login })}
        confirmLabel={translate("views.security.reset")}
        cancelLabel={translate("views.remove.cancel")}
        onConfirm={() => {
          setIsAsking(false);
          void reset();
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
