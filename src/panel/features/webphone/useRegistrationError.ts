import { useTranslate } from "react-admin";
import { useStartupData } from "../../providers/StartupDataContext.tsx";
import { usePhone } from "./phone.ts";

/** Why the phone is not registered, in words; null if it is, or is off. */
export function useRegistrationError(): string | null {
  const translate = useTranslate();
  const { sipWebsocket = "" } = useStartupData();
  const { line } = usePhone();
  if (line.status !== "failed") return null;
  return translate(`webphone.failures.${line.reason}`, { server: sipWebsocket, code: line.code ?? "" });
}
