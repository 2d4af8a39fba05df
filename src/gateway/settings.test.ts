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

  it("knows how mail goes out and where people reach the panel", () => {
    expect(readSettings({})).toMatchObject({ mailFrom: "Patchbay <patchbay@localhost>", publicUrl: null });
    const settings = readSettings({ MAIL_FROM: "a@b.example", PUBLIC_URL: "https://panel.example/" });
    expect(settings).toMatchObject({ mailFrom: "a@b.example", publicUrl: "https://panel.example" });
    expect(readSettings({ PUBLIC_URL: "https://b.example/voip/" }).publicUrl).toBe("https://b.example/voip");
    expect(() => readSettings({ PUBLIC_URL: "panel.example" })).toThrow(/^PUBLIC_URL/);
  });

  it("lets passwords last unless told otherwise, and their last five not come back", () => {
    expect(readSettings({})).toMatchObject({ passwordMaxAgeDays: 0, passwordKeepLast: 5 });
    const strict = readSettings({ PASSWORD_MAX_AGE_DAYS: "90", PASSWORD_KEEP_LAST: "0" });
    expect(strict).toMatchObject({ passwordMaxAgeDays: 90, passwordKeepLast: 0 });
  });

  it.each([
    ["PASSWORD_MAX_AGE_DAYS", "-1"],
    ["PASSWORD_MAX_AGE_DAYS", "ninety"],
    ["PASSWORD_KEEP_LAST", "25"],
    ["PASSWORD_KEEP_LAST", "1.5"],
  ])("refuses %s=%s and names it", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}`));
  });
});
