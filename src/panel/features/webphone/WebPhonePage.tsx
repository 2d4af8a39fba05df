import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import { useStartupData } from "../../providers/StartupDataContext.tsx";
import { MessagePage } from "../../ui/MessagePage.tsx";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";
import "./showParts.tsx";
import { AudioSettingsForm } from "./AudioSettingsForm.tsx";
import { SipAccountForm } from "./SipAccountForm.tsx";
import styles from "./webphone.module.css";

/** The setting of the server, and a value that it may have. */
const setting = { name: "SIP_WEBSOCKET_URL", example: "wss://sip.example.org/ws" };

/** `/webphone`: turns the phone on and off, and chooses its sound; calls are in the dock. Without a server it says why. */
export function WebPhonePage(): ReactNode {
  const translate = useTranslate();
  const { sipWebsocket } = useStartupData();
  const title = translate("webphone.title");
  useDocumentTitle([title]);
  if (sipWebsocket === undefined) {
    return (
      <MessagePage
        title={title}
        text={translate("webphone.none.text")}
        details={
          <Typography color="textSecondary" className="below-16">
            {translate("webphone.none.admin", setting)}
          </Typography>
        }
      />
    );
  }
  return (
    <>
      <Typography variant="h1" className="below-16">
        {title}
      </Typography>
      <div className={`tiles gap-16 top ${styles.page}`}>
        <SipAccountForm url={sipWebsocket} />
        <AudioSettingsForm />
      </div>
    </>
  );
}
