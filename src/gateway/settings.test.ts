import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MEGABYTE } from "../core/values/bytes.ts";
import { defaultTimeLimits } from "../platform/db/timeLimits.ts";
import { declaredSettings } from "./declaredSettings.ts";
import { readSettings, SettingError } from "./settings.ts";

describe("readSettings", () => {
  it("has a documented default for everything", () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ port: 8080, host: "127.0.0.1", databaseUrl: undefined, platformUrl: undefined });
    expect(settings.dataDir).toMatch(/\/data$/);
    expect(settings.databaseTimeouts).toEqual(defaultTimeLimits);
  });

  it("declares whatever the product reads, and reads whatever is declared", () => {
    const source = fileURLToPath(new URL("..", import.meta.url));
    const files = ["gateway", "platform", "core"].flatMap((part) =>
      readdirSync(join(source, part), { recursive: true, encoding: "utf8" })
        .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.endsWith("declaredSettings.ts"))
        .map((name) => readFileSync(join(source, part, name), "utf8")),
    );
    const read = files.flatMap((text) => [...text.matchAll(/\benv\.([A-Z_]+)/g)].map(([, name]) => name));
    // PostgreSQL's tools take the user of the system, as libpq does.
    expect(read.filter((name) => name !== "USER" && !Object.hasOwn(declaredSettings, name ?? ""))).toEqual([]);
    const all = files.join("\n");
    expect(Object.keys(declaredSettings).filter((name) => !new RegExp(`[."]${name}\\b`).test(all))).toEqual([]);
  });

  it.each(["eighty", "-1", "70000", "80.5", " "])("refuses the port %j and names it", (port) => {
    expect(() => readSettings({ PORT: port })).toThrow(/^PORT/);
  });

  it("refuses a malformed URL without repeating it", () => {
    const secret = "mysql://root:secret@db";
    expect(() => readSettings({ DATABASE_URL: secret })).toThrow(SettingError);
    expect(() => readSettings({ DATABASE_URL: secret })).not.toThrow(/secret/);
  });

  it.each([
    [{}, true],
    [{ HOST: "::1" }, true],
    [{ HOST: "localhost", DEMO: "" }, true],
    [{ HOST: "0.0.0.0" }, false],
    [{ HOST: "192.0.2.1" }, false],
    [{ HOST: "panel.example" }, false],
    [{ DATABASE_URL: "postgres://u@h/db" }, false],
    [{ DATABASE_URL: "postgres://u@h/db", DEMO: "1" }, true],
    [{ HOST: "0.0.0.0", DEMO: "1" }, true],
    [{ DEMO: "0" }, false],
  ])("has known passwords only where nobody else comes, or by request: %j", (environment, wanted) => {
    expect(readSettings(environment).hasDemonstration).toBe(wanted);
  });

  it("refuses an unknown value for DEMO", () => {
    expect(() => readSettings({ DEMO: "yes" })).toThrow('DEMO is "yes": write 0 or 1');
  });

  it.each([
    ["RETENTION_CALLS", "1", 'RETENTION_CALLS is "1": write a number of months from 2 to 1200, or nothing to keep all'],
    [
      "RETENTION_JOURNAL",
      "0",
      'RETENTION_JOURNAL is "0": write a number of months from 1 to 1200, or nothing to keep all',
    ],
    ["RETENTION_JOURNAL", "6 months", /^RETENTION_JOURNAL is "6 months": /],
  ])("refuses %s=%s", (name, text, message) => {
    expect(() => readSettings({ [name]: text })).toThrow(message);
  });

  it("keeps calls and the journal forever unless it is told otherwise", () => {
    expect(readSettings({ RETENTION_CALLS: "" })).toMatchObject({ retentionCalls: null, retentionJournal: null });
    expect(readSettings({ RETENTION_CALLS: "24", RETENTION_JOURNAL: "120" })).toMatchObject({
      ...{ retentionCalls: 24, retentionJournal: 120 },
    });
  });

  it.each([
    ["MAIL_FROM", "nobody", /^MAIL_FROM is "nobody": write an address/],
    ["MAIL_FROM", "Panel <panel@example.org", /^MAIL_FROM is /],
    ["MAIL_FROM", "panel@example.org\nBcc: all@example.org", /^MAIL_FROM is /],
    ["OPENVPN_COMMAND", "/nowhere/vpn", /^OPENVPN_COMMAND is "\/nowhere\/vpn", which is no program/],
    ["DEVICE_REDIRECTS", "1", /^DEVICE_REDIRECTS needs PUBLIC_URL/],
  ])("refuses what would only fail when it is used: %s=%j", (name, text, message) => {
    expect(() => readSettings({ [name]: text })).toThrow(message);
  });

  it("accepts a PostgreSQL and a platform URL", () => {
    const settings = readSettings({ DATABASE_URL: "postgres://u@h/db", PLATFORM_URL: "https://ngcp.example" });
    expect(settings.databaseUrl).toBe("postgres://u@h/db");
    expect(settings.platformUrl?.origin).toBe("https://ngcp.example");
  });

  it("accepts replicas of a PostgreSQL, and refuses anything else without repeating it", () => {
    const url = "postgres://u@h/db";
    const read = (replicas: string, environment = { DATABASE_URL: url }) =>
      readSettings({ ...environment, DATABASE_REPLICA_URL: replicas }).replicaUrls;
    expect(read("")).toEqual([]);
    expect(read("postgres://u@one/db, postgres://u@two/db")).toEqual(["postgres://u@one/db", "postgres://u@two/db"]);
    expect(() => read("postgres://u:secret@one/db,mysql://u:secret@two/db")).toThrow(
      /^DATABASE_REPLICA_URL(?!.*secret)/,
    );
    expect(() => readSettings({ DATABASE_REPLICA_URL: url })).toThrow(/DATABASE_REPLICA_URL needs DATABASE_URL/);
  });

  it.each([
    "wss://sip.example/ws",
    "wss://sip.example:8443/",
    "ws://127.0.0.1:8088/",
    "ws://localhost/",
    "ws://[::1]/",
  ])("accepts %s as the address of the web phone's server", (address) => {
    expect(readSettings({ SIP_WEBSOCKET_URL: address }).sipWebsocketUrl?.href).toBe(address);
  });

  it.each([
    "ws://sip.example/",
    "https://sip.example/",
    "sip.example",
    "wss://ada:secret@sip.example/",
    "wss://a.example/#b",
  ])("refuses %s as that address, and never repeats it", (address) => {
    expect(() => readSettings({ SIP_WEBSOCKET_URL: address })).toThrow(/^SIP_WEBSOCKET_URL is not (?!.*example)/);
  });

  it("has no web phone by default", () => {
    expect(readSettings({}).sipWebsocketUrl).toBeUndefined();
  });

  it("reads how mail is sent and where the panel is reached", () => {
    expect(readSettings({})).toMatchObject({ mailFrom: "Patchbay <patchbay@localhost>", publicUrl: null });
    const settings = readSettings({ MAIL_FROM: "a@b.example", PUBLIC_URL: "https://panel.example/" });
    expect(settings).toMatchObject({ mailFrom: "a@b.example", publicUrl: "https://panel.example" });
    expect(readSettings({ PUBLIC_URL: "https://b.example/voip/" }).publicUrl).toBe("https://b.example/voip");
    expect(() => readSettings({ PUBLIC_URL: "panel.example" })).toThrow(/^PUBLIC_URL/);
  });

  it("never expires passwords by default, and refuses the last five", () => {
    expect(readSettings({})).toMatchObject({ passwordMaxAgeDays: 0, passwordKeepLast: 5 });
    const strict = readSettings({ PASSWORD_MAX_AGE_DAYS: "90", PASSWORD_KEEP_LAST: "0" });
    expect(strict).toMatchObject({ passwordMaxAgeDays: 90, passwordKeepLast: 0 });
  });

  it("reads the choices of preferences that name parts of the installation", () => {
    expect(readSettings({}).preferenceChoices).toEqual({});
    const given = "rtp_interface=internal, external; outbound_socket = udp:192.0.2.1:5060;";
    const read = { rtp_interface: ["internal", "external"], outbound_socket: ["udp:192.0.2.1:5060"] };
    expect(readSettings({ PREFERENCE_CHOICES: given }).preferenceChoices).toEqual(read);
  });

  it("has room for 2 GB of files of an account and for 20 GB of all, and leaves 256 MB of the disk", () => {
    const given = { filesPerAccount: 2048 * MEGABYTE, filesTotal: 20_480 * MEGABYTE, filesLeaveFree: 256 * MEGABYTE };
    expect(readSettings({})).toMatchObject(given);
    const other = { FILES_PER_ACCOUNT_MB: "1", FILES_TOTAL_MB: "2", FILES_LEAVE_FREE_MB: "0" };
    const read = { filesPerAccount: MEGABYTE, filesTotal: 2 * MEGABYTE, filesLeaveFree: 0 };
    expect(readSettings(other)).toMatchObject(read);
  });

  it.each([
    ["FILES_PER_ACCOUNT_MB", "2 GB"],
    ["FILES_TOTAL_MB", "-1"],
    ["FILES_LEAVE_FREE_MB", "0.5"],
    ["PREFERENCE_CHOICES", "rtp_interface"],
    ["PREFERENCE_CHOICES", "rtp_interface=a,,b"],
    ["PREFERENCE_CHOICES", "sst_enable=maybe"],
    ["PASSWORD_MAX_AGE_DAYS", "-1"],
    ["PASSWORD_MAX_AGE_DAYS", "ninety"],
    ["PASSWORD_KEEP_LAST", "25"],
    ["PASSWORD_KEEP_LAST", "1.5"],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}`));
  });
});

describe("secrets from files", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "patchbay-secrets-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const write = (text: string) => {
    const path = join(folder, "secret");
    writeFileSync(path, text);
    return path;
  };

  it.each(["\n", "\r\n", ""])("cuts the trailing newline %j", (end) => {
    const file = write(`postgres://u:p%20w@h/db${end}`);
    expect(readSettings({ DATABASE_URL_FILE: file })).toMatchObject({
      databaseUrl: "postgres://u:p%20w@h/db",
      hasDemonstration: false,
    });
  });

  it.each(["DATABASE_URL", "SMTP_URL", "PLATFORM_URL", "LEGACY_URL"])("refuses %s twice, and useless files", (name) => {
    const file = write("gopher://u:hidden@h\n");
    const read = (environment: Record<string, string>) => () => readSettings(environment);
    expect(read({ [`${name}_FILE`]: file })).toThrow(new RegExp(`^${name} is not usable(?!.*hidden)`));
    expect(read({ [`${name}_FILE`]: file, [name]: "x" })).toThrow(
      `${name} and ${name}_FILE are both set: keep one of them`,
    );
    const missing = join(folder, "missing");
    expect(read({ [`${name}_FILE`]: missing })).toThrow(
      `${name}_FILE names a file that cannot be read (it does not exist): ${missing}`,
    );
    expect(read({ [`${name}_FILE`]: folder })).toThrow(/it is a folder/);
    expect(read({ [`${name}_FILE`]: write(" \n") })).toThrow(`${name}_FILE names an empty file: ${file}`);
  });
});
