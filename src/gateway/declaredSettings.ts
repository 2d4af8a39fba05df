interface Setting {
  /** Value of an unset or empty variable; if absent, none. */
  readonly default?: string;
  /** For docs/settings.md, in Markdown. */
  readonly about: string;
  /** May hold a password, so it can also be read from the file that `<name>_FILE` names. */
  readonly secret?: true;
}

/** Every environment variable that the product reads, by subject. docs/settings.md is written from it. */
export const settingGroups = {
  Server: {
    PORT: { default: "8080", about: "port to listen on; `0`: any free one" },
    HOST: { default: "127.0.0.1", about: "address to listen on" },
    DATA_DIR: {
      default: "data",
      about: "folder of the embedded database, and of outgoing mail while there is no mail server",
    },
    PUBLIC_URL: {
      about: "base URL of links in mail, by default the address of the request; required behind a proxy",
    },
    TRUSTED_PROXIES: {
      about:
        "proxies whose `X-Forwarded-*` headers are trusted: addresses or networks, separated by commas. Without it all users behind a proxy share one address, and its bans",
    },
    STOP_DELAY_SECONDS: {
      default: "0",
      about: "seconds between SIGTERM, from which `/ready` answers 503, and the end of listening",
    },
  },
  Database: {
    DATABASE_URL: {
      secret: true,
      about:
        "PostgreSQL 15 or later to use instead of the embedded database. `pg_trgm` keeps searches in large lists fast. Works behind PgBouncer, best with `max_prepared_statements`",
    },
    DATABASE_REPLICA_URL: {
      secret: true,
      about:
        "replicas that lists, searches, dashboards and exports are read from, separated by commas: [scaling](scaling.md)",
    },
    DATABASE_POOL: { default: "10", about: "most connections to each database server" },
    DATABASE_TIMEOUT: {
      default: "30",
      about:
        "seconds after which PostgreSQL cancels a statement, and the request is answered with 504; `0`: never, here and in the next three",
    },
    DATABASE_TIMEOUT_LISTS: { default: "20", about: "the same for lists, searches and dashboards" },
    DATABASE_TIMEOUT_REPORTS: { default: "300", about: "the same for exports, uploads and statistics" },
    DATABASE_TIMEOUT_JOBS: { default: "3600", about: "the same for bulk jobs and scheduled work" },
    RETENTION_CALLS: {
      about:
        "months of calls to keep beside the current one, at least 2; unset: all ([what is deleted](scaling.md#retention))",
    },
    RETENTION_JOURNAL: { about: "months of journal entries to keep beside the current one; unset: all" },
  },
  "First start": {
    DEMO: {
      about:
        "`1`: fill an empty database with demonstration data, `0`: never; by default only an embedded database on a loopback address",
    },
    ADMIN_PASSWORD_FILE: {
      about: "file whose first line is the password of the first superuser, which is otherwise random and printed once",
    },
  },
  "Platform and older panel": {
    PLATFORM_URL: { secret: true, about: "platform to run in front of, instead of the embedded one" },
    LEGACY_URL: { secret: true, about: "URL of the older panel, by default `PLATFORM_URL`" },
    PROXY_PRESERVE_HOST: {
      default: "0",
      about:
        "`1`: pass the browser's `Host` on to both, by default they get that of their own URL; `X-Forwarded-For`, `-Proto` and `-Host` are always sent",
    },
    EXTENSIONS: {
      default: "1",
      about:
        "`0`: the embedded platform answers as the older API does, without what Patchbay adds: [platforms](platforms.md)",
    },
    PREFERENCE_CHOICES: {
      about:
        "choices of preferences that name parts of the installation: `rtp_interface=internal,external; outbound_socket=udp:192.0.2.1:5060`, also `lbrtp_set` and `smsc_peer`",
    },
    OPENVPN_COMMAND: {
      about:
        "program that opens the support connection from the user menu: prints `open` or `closed` for `status`, and supports `open` and `close`",
    },
    SIP_WEBSOCKET_URL: {
      about: "SIP over WebSocket (`wss://…`) of the platform: enables the [web phone](web-phone.md)",
    },
  },
  Mail: {
    SMTP_URL: {
      secret: true,
      about: "mail server (`smtp://`, `smtps://`); without it messages are written to `DATA_DIR/outbox`",
    },
    MAIL_FROM: {
      default: "Patchbay <patchbay@localhost>",
      about: "sender of messages without an email template",
    },
    MONTHLY_INVOICES: {
      default: "0",
      about:
        "`1`: at the beginning of each month, issue the invoices of the month before for all customers with an invoice template, and mail them to those with an email template",
    },
  },
  "Passwords and sessions": {
    PASSWORD_MAX_AGE_DAYS: { default: "0", about: "days until a password expires; `0`: never" },
    PASSWORD_KEEP_LAST: {
      default: "5",
      about: "number of previous passwords that cannot be reused; `0`: all can",
    },
    SESSION_STORAGE: {
      default: "cookie",
      about: "where the panel stores its token: `cookie` (not readable by scripts) or `token` (local storage)",
    },
  },
  Files: {
    FILES_PER_ACCOUNT_MB: {
      default: "2048",
      about: "megabytes of files (firmware, sounds, pictures…) that an account may store",
    },
    FILES_TOTAL_MB: { default: "20480", about: "the same for all accounts together" },
    FILES_LEAVE_FREE_MB: {
      default: "256",
      about: "megabytes that files leave free on the disk of the embedded database",
    },
  },
  Phones: {
    DEVICE_CERTIFICATES: {
      default: "optional",
      about:
        "`required`: phones get their configuration only with a client certificate, whose subject the proxy passes on in `X-SSL-Client-S-DN` ([what phones fetch](provisioning.md))",
    },
    DEVICE_TLS: {
      default: "optional",
      about: "`required`: phones get their configuration, and the passwords in it, only over TLS",
    },
    DEVICE_NETWORKS: { about: "addresses or networks that phones may ask from, separated by commas; unset: any" },
    DEVICE_REDIRECTS: {
      default: "0",
      about:
        "`1`: announce devices to the [services of their vendors](provisioning.md#vendors-services), which new phones ask first; requires `PUBLIC_URL`",
    },
  },
  Monitoring: {
    LOG_LEVEL: {
      default: "warn",
      about: "lines on standard error: `silent`, `error`, `warn`, `info` (one per request) or `debug`",
    },
    METRICS_PORT: { about: "port that serves `GET /metrics` for Prometheus and nothing else" },
    METRICS_TOKEN: {
      secret: true,
      about: "serve `GET /metrics` beside the panel, for this bearer token of at least 16 characters",
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      about: "OpenTelemetry collector that [traces](monitoring.md#traces) are sent to, such as `http://127.0.0.1:4318`",
    },
    OTEL_SERVICE_NAME: { default: "patchbay", about: "name of the service in traces" },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

type Groups = typeof settingGroups;

export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups] & string;

export const declaredSettings = Object.assign({}, ...Object.values(settingGroups)) as Readonly<
  Record<SettingName, Setting>
>;
