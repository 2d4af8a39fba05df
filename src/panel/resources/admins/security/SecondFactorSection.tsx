import { useTranslate } from "ra-core";
import { useEffect, useRef } from "react";
import { useAccess } from "../../../providers/FactsContext.tsx";
import { useResource } from "../../../providers/resources.ts";
import type { PanelRecord } from "../../../providers/rest.ts";
import { canChangeField } from "../../../views/record/recordActions.ts";
import { EnrolFactor } from "./EnrolFactor.tsx";
import { FactorState } from "./FactorState.tsx";
import { OthersFactor } from "./OthersFactor.tsx";
import { OwnFactor } from "./OwnFactor.tsx";

/** The code of an app besides the password: one's own to set up, others' to require and to reset. */
export function SecondFactorSection({ record }: { record: PanelRecord }) {
  const translate = useTranslate();
  const access = useAccess();
  const { descriptor } = useResource("admins");
  const heading = useRef<HTMLHeadingElement>(null);
  const state = `${record.enable_2fa} ${record.show_otp_registration_info}`;
  const lastState = useRef(state);
  useEffect(() => {
    // The button that was pressed may be gone: whoever works by keyboard goes on from here.
    if (state !== lastState.current && document.activeElement === document.body) heading.current?.focus();
    lastState.current = state;
  }, [state]);
  // Interception has none, and older platforms do not know it.
  if (record.enable_2fa === undefined || record.role === "lintercept") return null;
  const isOwn = Number(record.id) === access.adminId;
  const field = descriptor.fields.find(({ name }) => name === "enable_2fa");
  const canChange = field !== undefined && canChangeField(descriptor, access, record, field);
  return (
    <section className="security-section" aria-labelledby="second-factor">
      <h2 id="second-factor" ref={heading} tabIndex={-1}>
        {translate("views.security.factor")}
      </h2>
      <p className="security-text">{translate("views.security.factorText")}</p>
      <FactorState record={record} />
      {!isOwn && canChange && <OthersFactor record={record} />}
      {isOwn && !isPending(record) && <OwnFactor record={record} canChange={canChange} />}
      {isOwn && isPending(record) && <EnrolFactor record={record} canChange={canChange} />}
    </section>
  );
}

function isPending(record: PanelRecord): boolean {
  return record.enable_2fa === true && record.show_otp_registration_info === true;
}
