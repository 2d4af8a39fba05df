import Link from "@mui/material/Link";
import { useTranslate } from "ra-core";
import { Link as RouterLink } from "react-router";
import { pathTo } from "../../paths.ts";
import { readFew } from "../../providers/dashboard.ts";
import { useAccess, useFacts } from "../../providers/FactsContext.tsx";
import { Rows } from "./Rows.tsx";
import { Tile } from "./Tile.tsx";
import { useTile } from "./useTile.ts";
import { When } from "./When.tsx";

const rows = 5;

/** Where one is logged in: for who has little else here. */
export function AccountTile() {
  const translate = useTranslate();
  const { adminId } = useAccess();
  const { admin } = useFacts();
  const query = useTile(["sessions"], async (signal) => {
    const newestFirst = { admin_id: adminId, order_by: "last_seen_at", order_by_direction: "desc" };
    return (await readFew("adminsessions", newestFirst, rows, signal)).records;
  });
  const account = pathTo("admins", "details", { id: adminId }) ?? "/";
  const sessions = pathTo("admins", "details", { id: adminId, tab: "sessions" }) ?? account;
  return (
    <Tile title={translate("dashboard.account.title")} more={{ address: account, label: String(admin.login ?? "") }}>
      <h3 className="dash-group">{translate("dashboard.account.sessions")}</h3>
      <Rows query={query} rows={rows} empty={translate("dashboard.account.none")}>
        {({ title, record }) => (
          <li key={record.id} className="dash-row">
            <Link component={RouterLink} to={sessions} className="dash-main">
              {[record.program, record.system].filter(Boolean).join(" · ") || title}
            </Link>
            {typeof record.last_seen_at === "string" && <When at={record.last_seen_at} />}
          </li>
        )}
      </Rows>
    </Tile>
  );
}
