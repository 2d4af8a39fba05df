import type { ReactNode } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { SystemNode, SystemReport, SystemTable, SystemTask } from "../../../core/api/systemResponse.ts";
import { formatBytes } from "../../../core/values/bytes.ts";
import { formatDuration } from "../../../core/values/duration.ts";
import { Ago } from "../../kinds/time/Moment.tsx";
import { Labeled, SimpleShowLayout } from "../../kit/SimpleShowLayout.tsx";
import { type FiguresRow, FiguresTable } from "../dashboard/FiguresTable.tsx";
import { Tile, TileMoment, TileNote } from "../dashboard/Tile.tsx";

type Fact = readonly [name: string, value: ReactNode];

/** Names and values, by their keys below `system.facts`. */
function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <SimpleShowLayout className="divided below-8">
      {facts.map(([name, value]) => (
        <Labeled key={name} label={`system.facts.${name}`} className="row gap-0 across-16 between pad-block-4">
          {value}
        </Labeled>
      ))}
    </SimpleShowLayout>
  );
}

export function InstallationTile({ report }: { readonly report: SystemReport }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { version, node, started, disk } = report;
  const seconds = Math.max(0, Math.round((Date.now() - new Date(started).getTime()) / 1000));
  // Nobody counts the seconds of a day.
  const up = seconds < 3_600 ? seconds : seconds - (seconds % 60);
  const facts: Fact[] = [
    ["version", version],
    ["node", node],
    ["uptime", formatDuration(up, locale)],
  ];
  if (disk) {
    const sizes = { free: formatBytes(disk.free, locale), total: formatBytes(disk.total, locale) };
    facts.push(["disk", translate("system.freeOf", sizes)]);
  }
  return (
    <Tile title={translate("system.installation")}>
      <Facts facts={facts} />
    </Tile>
  );
}

export function DatabaseTile({ report: { database } }: { readonly report: SystemReport }) {
  const translate = useTranslate();
  const locale = useLocale();
  const { engine, version, size, connections, replicas } = database;
  const facts: Fact[] = [
    ["engine", `${translate(`system.engine.${engine}`)} ${version}`],
    ["size", formatBytes(size, locale)],
    ["connections", translate("system.connectionCounts", { ...connections })],
  ];
  const lag = (seconds: number | null) =>
    seconds === null ? translate("system.noLag") : formatDuration(Math.round(seconds), locale);
  if (engine === "postgres" && !replicas) facts.push(["replicas", translate("system.replicasHidden")]);
  if (replicas?.length === 0) facts.push(["replicas", translate("system.none")]);
  return (
    <Tile title={translate("system.database")}>
      <Facts facts={facts} />
      {replicas && replicas.length > 0 && (
        <Figures
          headings={["replica", "state", "lag"]}
          rows={replicas.map(({ name, state, lag: behind }) => ({
            key: name,
            name,
            figures: [state, lag(behind)],
          }))}
        />
      )}
    </Tile>
  );
}

export function TasksTile({ tasks }: { readonly tasks: readonly SystemTask[] }) {
  const translate = useTranslate();
  const locale = useLocale();
  const took = (milliseconds: number) =>
    new Intl.NumberFormat(locale, { style: "unit", unit: "millisecond" }).format(milliseconds);
  return (
    <Tile title={translate("app.scheduledWork")}>
      {tasks.length === 0 ? (
        <TileNote>{translate("system.noTasks")}</TileNote>
      ) : (
        <Figures
          headings={["task", "lastRun", "duration", "outcome"]}
          rows={tasks.map(({ name, started, took: milliseconds, outcome }) => ({
            key: name,
            name: translate(`system.task.${name}`, { _: name }),
            figures: [<Ago key="at" at={started} />, took(milliseconds), <Outcome key="outcome" outcome={outcome} />],
          }))}
        />
      )}
    </Tile>
  );
}

export function BackupsTile({ backups }: { readonly backups: SystemReport["backups"] }) {
  const translate = useTranslate();
  const locale = useLocale();
  return (
    <Tile title={translate("system.backups")}>
      {backups.length === 0 ? (
        <TileNote>{translate("system.noBackups")}</TileNote>
      ) : (
        <Figures
          headings={["backup", "size", "outcome"]}
          rows={backups.map(({ at, size, outcome }) => ({
            key: at,
            name: <TileMoment at={at} />,
            figures: [size === null ? "–" : formatBytes(size, locale), <Outcome key="outcome" outcome={outcome} />],
          }))}
        />
      )}
    </Tile>
  );
}

export function TablesTile({ tables }: { readonly tables: readonly SystemTable[] }) {
  const translate = useTranslate();
  const locale = useLocale();
  return (
    <Tile title={translate("system.tables")}>
      <Figures
        headings={["table", "rows", "size"]}
        rows={tables.map(({ name, rows, size }) => ({
          key: name,
          name,
          figures: [rows === null ? "–" : rows.toLocaleString(locale), formatBytes(size, locale)],
        }))}
      />
    </Tile>
  );
}

export function NodesTile({ nodes }: { readonly nodes: readonly SystemNode[] }) {
  const translate = useTranslate();
  return (
    <Tile title={translate("system.nodes")}>
      <Figures
        headings={["name", "version", "started"]}
        rows={nodes.map(({ name, version, started, isThis }) => ({
          key: name,
          name: isThis ? translate("system.thisNode", { name }) : name,
          figures: [version, <Ago key="started" at={started} />],
        }))}
      />
    </Tile>
  );
}

interface FiguresProps {
  /** Keys of the headings below `system.columns`. */
  readonly headings: readonly string[];
  readonly rows: readonly FiguresRow[];
}

function Figures({ headings, rows }: FiguresProps) {
  const translate = useTranslate();
  return <FiguresTable headings={headings.map((heading) => translate(`system.columns.${heading}`))} rows={rows} />;
}

function Outcome({ outcome }: { readonly outcome: "success" | "failed" }) {
  const translate = useTranslate();
  return (
    <span className={outcome === "failed" ? "danger strong" : undefined}>{translate(`system.outcome.${outcome}`)}</span>
  );
}
