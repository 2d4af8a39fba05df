import type { OwnTabProps } from "../../views/details/override.ts";
import { PasswordSection } from "./PasswordSection.tsx";

/** How this person proves to be who they are. */
export function PasswordTab({ record }: OwnTabProps) {
  return <PasswordSection record={record} />;
}
