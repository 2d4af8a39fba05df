import AccountCircleOutlined from "@mui/icons-material/AccountCircleOutlined";
import CheckIcon from "@mui/icons-material/Check";
import DevicesOutlined from "@mui/icons-material/DevicesOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import KeyboardOutlined from "@mui/icons-material/KeyboardOutlined";
import LogoutIcon from "@mui/icons-material/Logout";
import SecurityOutlined from "@mui/icons-material/SecurityOutlined";
import SupportAgentOutlined from "@mui/icons-material/SupportAgentOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import ListSubheader from "@mui/material/ListSubheader";
import Menu from "@mui/material/Menu";
import MenuItem, { type MenuItemProps } from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { type ElementType, useState } from "react";
import { useLocale, useNotify, useStore, useTranslate } from "react-admin";
import { Link, useLocation } from "react-router";
import { legacyPanelUrl, pathTo } from "../navigation/paths.ts";
import { failureKeys } from "../providers/http.ts";
import { chooseLanguage, languageName, offeredLanguages } from "../providers/language.ts";
import { lazyPart } from "../providers/lazyComponent.ts";
import { logOut } from "../providers/login.ts";
import { rolesToView, useRoleName } from "../providers/roles.ts";
import { mayUse, useAccess, useStartupData } from "../providers/StartupDataContext.tsx";
import { summaryOf } from "../providers/summaries.ts";
import styles from "./shell.module.css";
import { useMenuAnchor } from "./useMenuAnchor.ts";

const OpenvpnDialog = lazyPart(() => import("./OpenvpnDialog.tsx"), "OpenvpnDialog");
const ViewAsDialog = lazyPart(() => import("./ViewAsDialog.tsx"), "ViewAsDialog");

/** The account menu: name and role, own settings, language, logout. */
export function UserMenu() {
  const translate = useTranslate();
  const { admin, hasLegacyPanel } = useStartupData();
  const legacyUrl = legacyPanelUrl(useLocation().pathname, useLocale());
  const access = useAccess();
  const { button, menu, close } = useMenuAnchor();
  const { login } = admin;
  const role = useRoleName()(access.role);
  const [, setIsHelpOpen] = useStore("keysHelp", false);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isConnecting, setIsConnecting] = useState(false);
  const hasOpenvpn = access.findLack({ needs: { extension: "openvpn" } }) === null && access.canOpen("tool.openvpn");
  const viewable = rolesToView(admin);
  const account = pathTo("admins", "edit", { id: access.adminId });
  const parts = useAccountParts();
  const canEdit = access.can(summaryOf("admins"), "update", { record: admin });
  const closeAnd = (set: (isOpen: boolean) => void) => () => {
    close();
    set(true);
  };
  return (
    <>
      <Button color="inherit" startIcon={<AccountCircleOutlined />} {...button} className={`text-start ${styles.user}`}>
        {/* On narrow screens for screen readers only. */}
        <div className="narrow-sr-only">
          <Typography variant="body2" component="span" className="block strong">
            {login}
          </Typography>{" "}
          <Typography variant="caption" component="span" color="textSecondary" className="block">
            {role}
          </Typography>
        </div>
      </Button>
      <Menu {...menu}>
        {account && canEdit && (
          <Item Icon={AccountCircleOutlined} label={translate("app.user.account")} to={account} onClick={close} />
        )}
        {parts.map((part) => (
          <Item key={part.to} {...part} onClick={close} />
        ))}
        {hasLegacyPanel && <Item Icon={HistoryOutlined} label={translate("app.user.older")} href={legacyUrl} />}
        {viewable.length > 0 && (
          <Item Icon={VisibilityOutlined} label={translate("app.viewAs.open")} onClick={closeAnd(setIsChoosing)} />
        )}
        {offeredLanguages().length > 1 && <LanguageItems onChosen={close} />}
        <Item Icon={KeyboardOutlined} label={translate("app.user.keys")} onClick={closeAnd(setIsHelpOpen)} />
        {hasOpenvpn && (
          <Item Icon={SupportAgentOutlined} label={translate("app.user.openvpn")} onClick={closeAnd(setIsConnecting)} />
        )}
        <Item Icon={LogoutIcon} label={translate("app.user.logOut")} onClick={() => void logOut()} />
      </Menu>
      {isConnecting && <OpenvpnDialog onClose={() => setIsConnecting(false)} />}
      {isChoosing && <ViewAsDialog roles={viewable} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

interface ItemProps extends MenuItemProps {
  readonly Icon: ElementType;
  readonly label: string;
  /** A page of the panel. */
  readonly to?: string;
  /** A page elsewhere. */
  readonly href?: string;
}

/** An item of the menu, which focuses it. */
function Item({ Icon, label, to, href, ...props }: ItemProps) {
  const target = to !== undefined ? { component: Link, to } : href !== undefined ? { component: "a", href } : {};
  return (
    <MenuItem {...props} {...target}>
      <ListItemIcon>
        <Icon fontSize="small" />
      </ListItemIcon>
      {label}
    </MenuItem>
  );
}

/** Links to tabs of the user's own record. */
function useAccountParts() {
  const translate = useTranslate();
  const { admin } = useStartupData();
  const access = useAccess();
  if (!access.can(summaryOf("admins"), "read", { record: admin })) return [];
  const tabPath = (tab: string) => pathTo("admins", "details", { id: access.adminId, tab }) ?? "/";
  const hasSessions = mayUse(access, "adminsessions");
  return [
    { to: tabPath("security"), Icon: SecurityOutlined, label: translate("app.user.security") },
    ...(hasSessions ? [{ to: tabPath("sessions"), Icon: DevicesOutlined, label: translate("app.user.sessions") }] : []),
  ];
}

/** Menu items for the panel's languages. The page keeps its state, including typed text. */
function LanguageItems({ onChosen }: { onChosen: () => void }) {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  const choose = async (language: string) => {
    onChosen();
    await chooseLanguage(language).catch(() => notify(failureKeys.network, { type: "error" }));
  };
  return (
    <>
      <ListSubheader className={styles.later}>{translate("app.user.language")}</ListSubheader>
      {offeredLanguages().map((language) => (
        <MenuItem
          key={language}
          role="menuitemradio"
          aria-checked={language === locale}
          onClick={() => void choose(language)}
        >
          <ListItemIcon>{language === locale && <CheckIcon fontSize="small" />}</ListItemIcon>
          <ListItemText lang={language}>{languageName(language)}</ListItemText>
        </MenuItem>
      ))}
      <Divider />
    </>
  );
}
