import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { useState } from "react";
import type { PanelRecord } from "../../../providers/rest.ts";
import { ConfirmDialog } from "../../../views/form/ConfirmDialog.tsx";
import { useSecondFactor } from "./useSecondFactor.ts";

interface OwnFactorProps {
  readonly record: PanelRecord;
  readonly canChange: boolean;
}

/** One's own factor, on or off. */
export function OwnFactor({ record, canChange }: OwnFactorProps) {
  const translate = useTranslate();
  const { isBusy, refusal, setRequired } = useSecondFactor(record);
  const [isAsking, setIsAsking] = useState(false);
  const isOn = record.enable_2fa === true;
  return (
    <>
      {!canChange && <p className="security-text">{translate("views.security.notYours")}</p>}
      {isOn && <p className="security-text">{translate("views.security.lost")}</p>}
      {refusal && <Alert severity="error">{refusal}</Alert>}
      {canChange && (
        <div className="security-actions">
          {isOn ? (
            <Button variant="outlined" color="error" loading={isBusy} onClick={() => setIsAsking(true)}>
              {translate("views.security.turnOff")}
            </Button>
          ) : (
            <Button variant="contained" loading={isBusy} onClick={() => void setRequired(true)}>
              {translate("views.security.setUp")}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={translate("views.security.turnOff")}
        text={translate("views.security.turnOffText")}
        confirmLabel={translate("views.security.turnOff")}
        cancelLabel={translate("views.remove.cancel")}
        onConfirm={() => {
          setIsAsking(false);
          void setRequired(false);
        }}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
