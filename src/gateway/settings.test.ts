import { describe, expect, it } from "vitest";
import { readSettings, SettingError } from "./settings.ts";

describe("readSettings", () => {
  it("has a documented default for everything", () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ port: 8080, host: "127.0.0.1", databaseUrl: undefined, platformUrl: undefined });
    expect(settings.dataDir).toMatch(/\/data$/);
  });

  it.each(["eighty", "-1", "70000", "80.5", " "])("refuses the port %j and names it", (port) => {
    expect(() => readSettings({ PORT: port })).toThrow(/^PORT/);
  });

  it("refuses an address of the wrong kind without repeating it", () => {
    const secret = "mysql://root:secret@db";
    expect(() => readSettings({ DATABASE_URL: secret })).toThrow(SettingError);
    expect(() => readSettings({ DATABASE_URL: secret })).not.toThrow(/secret/);
  });

  it("takes a PostgreSQL and a platform address", () => {
    const settings = readSettings({ DATABASE_URL: "postgres://u@h/db", PLATFORM_URL: "https://ngcp.example" });
    expect(settings.databaseUrl).toBe("postgres://u@h/db");
    expect(settings.platformUrl?.origin).toBe("https://ngcp.example");
  });
});
