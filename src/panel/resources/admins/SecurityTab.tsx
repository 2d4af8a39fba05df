import type { OwnTabProps } from "../../views/details/override.ts";
import { SecondFactorSection } from "./security/SecondFactorSection.tsx";
import "./security/security.css";

/** How this person proves to be who they are. */
export function SecurityTab({ record }: OwnTabProps) {
  return (
    <div className="security">
      <SecondFactorSection record={record} />
    </div>
  );
}
