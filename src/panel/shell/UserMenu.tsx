import AccountCircleOutlined from "@mui/icons-material/AccountCircleOutlined";
import DevicesOutlined from "@mui/icons-material/DevicesOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import LogoutIcon from "@mui/icons-material/Logout";
import SecurityOutlined from "@mui/icons-material/SecurityOutlined";
import SupportAgentOutlined from "@mui/icons-material/SupportAgentOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import Button from "@mui/material/Button";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import { Link, useLocation } from "react-router";
import { olderPanelAddress, pathTo } from "../paths.ts";
import { useAccess, useFacts } from "../providers/FactsContext.tsx";
import { logOut } from "../providers/login.ts";
import { rolesToView, useRoleName } from "../providers/roles.ts";
import { summaryOf } from "../providers/summaries.ts";
import styles from "./shell.module.css";
import { useMenuAnchor } from "./useMenuAnchor.ts";

/** If they fail to load, the menu opens without them. */
const loadLaterItems = () =>
  import("./LaterItems.tsx").then(
    ({ LaterItems: items }) => ({ default: items }),
    () => ({ default: () => null }),
  );
const LaterItems = lazy<ComponentType<{ onChosen: () => void }>>(loadLaterItems);
const OpenvpnDialog = lazy(async () => ({ default: (await import("./OpenvpnDialog.tsx")).OpenvpnDialog }));
const ViewAsDialog = lazy(async () => ({ default: (await import("./ViewAsDialog.tsx")).ViewAsDialog }));

/** The account menu: name and role, own settings, language, logout. */
export function UserMenu() {
  const translate = useTranslate();
  const { admin, hasOlderPanel } = useFacts();
  const older = olderPanelAddress(useLocation().pathname, useLocale());
  const access = useAccess();
  const { button, menu, close } = useMenuAnchor();
  const login = String(admin.login ?? "");
  const role = useRoleName()(access.role);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isConnecting, setIsConnecting] = useState(false);
  const hasOpenvpn = access.findLack({ needs: { extension: "openvpn" } }) === null && access.canOpen("tool.openvpn");
  const viewable = rolesToView(admin);
  const account = pathTo("admins", "edit", { id: access.adminId });
  const parts = useAccountParts();
  const canEdit = access.can(summaryOf("admins"), "update", { record: admin });
  return (
    <>
      <Button
        color="inherit"
        startIcon={<AccountCircleOutlined />}
        {...button}
        onPointerEnter={loadLaterItems}
        onFocus={loadLaterItems}
        className={`text-start ${styles.user}`}
      >
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
      {/* Opens with all entries at once: a late one would shift the others under the pointer. */}
      <Suspense>
        <Menu {...menu}>
          {account && canEdit && (
            <MenuItem component={Link} to={account} onClick={close}>
              <ListItemIcon>
                <AccountCircleOutlined fontSize="small" />
              </ListItemIcon>
              {translate("app.user.account")}
            </MenuItem>
          )}
          {parts.map(({ path, Icon, label }) => (
            <MenuItem key={path} component={Link} to={path} onClick={close}>
              <ListItemIcon>
                <Icon fontSize="small" />
              </ListItemIcon>
              {label}
            </MenuItem>
          ))}
          {hasOlderPanel && (
            <MenuItem component="a" href={older}>
              <ListItemIcon>
                <HistoryOutlined fontSize="small" />
              </ListItemIcon>
              {translate("app.user.older")}
            </MenuItem>
          )}
          {viewable.length > 0 && (
            <MenuItem
              onClick={() => {
                close();
                setIsChoosing(true);
              }}
            >
              <ListItemIcon>
                <VisibilityOutlined fontSize="small" />
              </ListItemIcon>
              {translate("app.viewAs.open")}
            </MenuItem>
          )}
          <LaterItems onChosen={close} />
          {hasOpenvpn && (
            <MenuItem
              onClick={() => {
                close();
                setIsConnecting(true);
              }}
            >
              <ListItemIcon>
                <SupportAgentOutlined fontSize="small" />
              </ListItemIcon>
              {translate("app.user.openvpn")}
            </MenuItem>
          )}
          <MenuItem onClick={() => void logOut()}>
            <ListItemIcon>
              <LogoutIcon fontSize="small" />
            </ListItemIcon>
            {translate("app.user.logOut")}
          </MenuItem>
        </Menu>
      </Suspense>
      {isConnecting && (
        <Suspense>
          <OpenvpnDialog onClose={() => setIsConnecting(false)} />
        </Suspense>
      )}
      {isChoosing && (
        <Suspense>
          <ViewAsDialog roles={viewable} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Links to tabs of the user's own record. */
function useAccountParts() {
  const translate = useTranslate();
  const { admin } = useFacts();
  const access = useAccess();
  const sessions = summaryOf("adminsessions");
  if (!access.can(summaryOf("admins"), "read", { record: admin })) return [];
  const at = (tab: string) => pathTo("admins", "details", { id: access.adminId, tab }) ?? "/";
  const hasSessions = access.can(sessions, "read") && access.findLack(sessions) === null;
  return [
    { path: at("security"), Icon: SecurityOutlined, label: translate("app.user.security") },
    ...(hasSessions ? [{ path: at("sessions"), Icon: DevicesOutlined, label: translate("app.user.sessions") }] : []),
  ];
}
