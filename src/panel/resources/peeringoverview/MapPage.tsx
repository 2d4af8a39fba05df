import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import { type ReactNode, useMemo, useState } from "react";
import { useGetList, useLocale, useTranslate } from "react-admin";
import { Link as RouterLink } from "react-router";
import type {
  InboundRule,
  PeeringGroup,
  PeeringRule,
  PeeringServer,
} from "../../../core/telephony/callRouting/data.ts";
import { PeerTable } from "../../../core/telephony/callRouting/peers.ts";
import { FactsSkeleton } from "../../kit/Skeletons.tsx";
import { enumKey, fieldKey, nameKey } from "../../navigation/labels.ts";
import { recordPagePath } from "../../navigation/recordPath.ts";
import waysStyles from "../../ui/charts/ways.module.css";
import { useDocumentTitle } from "../../ui/useDocumentTitle.ts";
import { LoadError } from "../../views/LoadError.tsx";
import styles from "./map.module.css";

/** Records of each kind that a page can draw and a person can read. */
const MAX_RECORDS = 1000;

type Server = PeeringServer & { readonly probe: boolean };

/** A group with all that leads to and from it. */
interface Peer {
  readonly group: PeeringGroup;
  /** Servers in the order in which calls are sent to them, those that are off at the end. */
  readonly servers: readonly Server[];
  /** Per cent of the group's calls, by server. */
  readonly shares: ReadonlyMap<number, number>;
  readonly rules: readonly PeeringRule[];
  readonly inbound: readonly InboundRule[];
}

/** `/peeringoverview/map`: who reaches whom through peers, at what priority. Drawn from lists that any platform has. */
export function MapPage() {
  const translate = useTranslate();
  const title = translate("pages.names.peeringMap");
  useDocumentTitle([title]);
  const [sought, setSought] = useState("");
  const groups = useAll<PeeringGroup>("peeringgroups", "priority");
  const servers = useAll<Server>("peeringservers", "id");
  const rules = useAll<PeeringRule>("peeringrules", "id");
  const inbound = useAll<InboundRule>("peeringinboundrules", "priority");
  const peers = useMemo(
    () =>
      groups.data &&
      servers.data &&
      rules.data &&
      inbound.data &&
      peersOf(groups.data, servers.data, rules.data, inbound.data),
    [groups.data, servers.data, rules.data, inbound.data],
  );
  const answers = [groups, servers, rules, inbound];
  const failed = answers.find(({ error }) => error);
  const visiblePeers = peers?.filter((peer) => searchTextOf(peer).includes(sought.trim().toLowerCase()));
  return (
    <>
      <h1 className="below-12">{title}</h1>
      {failed && <LoadError error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !peers && <FactsSkeleton />}
      {peers?.length === 0 && <p className="quiet">{translate("peering.empty")}</p>}
      {visiblePeers && peers && peers.length > 0 && (
        <>
          <TextField
            type="search"
            size="small"
            className={styles.search}
            label={translate("peering.find")}
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
          {answers.some(({ total = 0 }) => total > MAX_RECORDS) && (
            <p>{translate("peering.cut", { smart_count: MAX_RECORDS })}</p>
          )}
          <p role="status" className="quiet">
            {visiblePeers.length === 0 && translate("peering.nothing")}
          </p>
          {visiblePeers.length > 0 &&
            (["outbound", "inbound"] as const).map((name) => <Direction key={name} name={name} peers={visiblePeers} />)}
        </>
      )}
    </>
  );
}

function useAll<T extends PeeringGroup | Server | PeeringRule | InboundRule>(resource: string, field: string) {
  return useGetList<T>(resource, {
    pagination: { page: 1, perPage: MAX_RECORDS },
    sort: { field, order: "ASC" },
    meta: { expand: [] },
  });
}

function peersOf(
  groups: readonly PeeringGroup[],
  servers: readonly Server[],
  rules: readonly PeeringRule[],
  inbound: readonly InboundRule[],
): Peer[] {
  const table = new PeerTable({ groups, servers, rules, inbound });
  const ofGroup = <T extends { readonly group_id: number }>(all: readonly T[], { id }: PeeringGroup) =>
    all.filter(({ group_id }) => group_id === id);
  return groups.map((group) => {
    const { candidates } = table.serversOf(group.id);
    const shares = new Map(candidates.map(({ server, share }) => [server.id, share]));
    const groupServers = ofGroup(servers, group).sort((a, b) => (shares.get(b.id) ?? -1) - (shares.get(a.id) ?? -1));
    return { group, servers: groupServers, shares, rules: ofGroup(rules, group), inbound: ofGroup(inbound, group) };
  });
}

/** Returns the text of a peer that the search box looks in, in lower case. */
function searchTextOf({ group, servers, rules, inbound }: Peer): string {
  return [
    group.name,
    ...servers.flatMap(({ name, ip, host }) => [name, ip, host]),
    ...rules.flatMap((rule) => [rule.description, rule.callee_prefix, rule.callee_pattern, rule.caller_pattern]),
    ...inbound.map(({ pattern }) => pattern),
  ]
    .join("\n")
    .toLowerCase();
}

/** Outbound: rules, group, servers. Inbound: servers, group, rules. Groups with the same priority stand together. */
function Direction({ name, peers }: { readonly name: "outbound" | "inbound"; readonly peers: readonly Peer[] }) {
  const translate = useTranslate();
  const tiers = name === "outbound" ? [...new Set(peers.map(({ group }) => group.priority))] : [null];
  return (
    <section className="above-16" aria-labelledby={`peers-${name}`}>
      <h2 id={`peers-${name}`} className="text-16">
        {translate(`peering.${name}.title`)}
      </h2>
      <p className="quiet above-4 below-12">{translate(`peering.${name}.help`)}</p>
      {tiers.map((priority) => (
        <div key={priority}>
          {priority !== null && <h3 className="above-16 below-8">{translate("peering.priority", { priority })}</h3>}
          <ul>
            {peers
              .filter(({ group }) => priority === null || group.priority === priority)
              .map((peer) => (
                <li key={peer.group.id} className={`card below-8 ${waysStyles.arrows} ${waysStyles.way} ${styles.way}`}>
                  {name === "outbound" ? <OutboundRules peer={peer} /> : <Servers peer={peer} />}
                  <PeeringLink
                    resource="peeringgroups"
                    record={peer.group}
                    className={`card lit pad-8-12 strong anywhere ${styles.group}`}
                  >
                    {peer.group.name}
                  </PeeringLink>
                  {name === "outbound" ? <Servers peer={peer} hasShares /> : <InboundRules peer={peer} />}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function OutboundRules({ peer: { group, rules } }: { readonly peer: Peer }) {
  const translate = useTranslate();
  return (
    <End resource="peeringrules" group={group} none="peering.outbound.none">
      {rules.map((rule) => (
        <Item key={rule.id} isOff={!rule.enabled}>
          <PeeringLink resource="peeringrules" record={rule}>
            {rule.description || `#${rule.id}`}
          </PeeringLink>
          <span className="quiet text-13">
            {rule.callee_prefix ? `${rule.callee_prefix}…` : translate("peering.anyPrefix")}
          </span>
          {(["callee_pattern", "caller_pattern"] as const).map(
            (field) =>
              rule[field] && (
                <span key={field} className="quiet text-13">
                  {translate(fieldKey("peeringrules", field))}: <code className="quiet text-13">{rule[field]}</code>
                </span>
              ),
          )}
          {rule.stopper && <span className="quiet text-13">{translate(fieldKey("peeringrules", "stopper"))}</span>}
        </Item>
      ))}
    </End>
  );
}

function InboundRules({ peer: { group, inbound } }: { readonly peer: Peer }) {
  const translate = useTranslate();
  return (
    <End resource="peeringinboundrules" group={group} none="peering.inbound.none">
      {inbound.map((rule) => (
        <Item key={rule.id} isOff={!rule.enabled}>
          <PeeringLink resource="peeringinboundrules" record={rule}>
            {`${rule.priority}. ${translate(enumKey("peeringinboundrules", "field", rule.field))}`}
          </PeeringLink>
          <code className="quiet text-13">{rule.pattern}</code>
          <span className="quiet text-13">
            {rule.reject_code
              ? translate("peering.inbound.rejects", {
                  answer: `${rule.reject_code} ${rule.reject_reason ?? ""}`.trim(),
                })
              : translate("peering.inbound.accepts")}
          </span>
        </Item>
      ))}
    </End>
  );
}

interface ServersProps {
  readonly peer: Peer;
  /** Whether to say how calls are shared among them. */
  readonly hasShares?: boolean;
}

function Servers({ peer: { group, servers, shares }, hasShares = false }: ServersProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  return (
    <End resource="peeringservers" group={group} none="peering.noServers">
      {servers.map((server) => {
        const share = shares.get(server.id);
        return (
          <Item key={server.id} isOff={!server.enabled}>
            <PeeringLink resource="peeringservers" record={server}>
              {server.name}
            </PeeringLink>
            <span className="quiet text-13">{`${server.ip}:${server.port}`}</span>
            {hasShares && share !== undefined && (
              <span className="quiet text-13">
                {translate("peering.share", { share: percent.format(share / 100) })}
              </span>
            )}
            {server.probe && <span className="quiet text-13">{translate("peering.probed")}</span>}
          </Item>
        );
      })}
    </End>
  );
}

interface EndProps {
  /** The end of the way, which names the list. */
  readonly resource: string;
  readonly group: PeeringGroup;
  /** Key of what it means that there is nothing. */
  readonly none: string;
  readonly children: readonly ReactNode[];
}

/** One end of a group's ways. */
function End({ resource, group, none, children }: EndProps) {
  const translate = useTranslate();
  if (children.length === 0) return <p className="quiet">{translate(none)}</p>;
  const name = translate(nameKey(resource), { smart_count: 2 });
  return (
    <ul className="divided" aria-label={`${group.name}: ${name}`}>
      {children}
    </ul>
  );
}

function Item({ isOff, children }: { readonly isOff: boolean; readonly children: ReactNode }) {
  const translate = useTranslate();
  return (
    <li className={`row gap-2 across-16 baseline pad-block-4 anywhere ${isOff ? "struck" : ""}`}>
      {children}
      {isOff && <strong className="warning text-13">{translate("peering.off")}</strong>}
    </li>
  );
}

interface RecordLinkProps {
  readonly resource: string;
  readonly record: { readonly id: number; readonly group_id?: number };
  readonly className?: string;
  readonly children: ReactNode;
}

/** The record's page, or its form where it has none. */
function PeeringLink({ resource, record: { id, group_id }, className, children }: RecordLinkProps) {
  return (
    <Link
      component={RouterLink}
      to={recordPagePath(resource, { id, group_id: group_id ?? null }) ?? "/peeringoverview"}
      className={className}
    >
      {children}
    </Link>
  );
}
