import { useAccess } from "../../providers/FactsContext.tsx";
import type { OwnTabProps } from "../../views/details/override.ts";
import { PasswordSection } from "./PasswordSection.tsx";
import { SecondFactorSection } from "./security/SecondFactorSection.tsx";
import "./security/security.css";

/** How this person proves to be who they are. */
export function SecurityTab({ record }: OwnTabProps) {
  const access = useAccess();
  return (
    <div className="security">
      {Number(record.id) === access.adminId && <PasswordSection record={record} />}
      <SecondFactorSection record={record} />
    </div>
  );
}
