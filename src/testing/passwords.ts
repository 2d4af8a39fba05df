import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { anyTables } from "../platform/db/tables.ts";
import type { Mail } from "../platform/runtime/mail/mailer.ts";
import { type Client, openTestPlatform, type Reply, serveTestPlatform, type TestPlatform } from "./platform.ts";

type Headers = Record<string, string>;

export const minute = 60_000;
export const day = 24 * 60 * minute;
/** A password that nobody has used. */
export const fresh = "Fresh-otter8";

/** A platform for the tests of one file about passwords: resets its accounts before each of them. */
export class PasswordPlatform {
  readonly mails: Mail[] = [];
  readonly aging = { maxAgeDays: 0, keepLast: 0 };
  isMailServerDown = false;
  now = new Date();
  #platform: TestPlatform | undefined;
  #address = "";

  readonly settings = {
    publicUrl: "https://panel.example",
    clock: () => this.now,
    trustedProxies: ["127.0.0.1"],
    passwordAging: this.aging,
    mailer: {
      send: async (mail: Mail) => {
        this.mails.push(mail);
        if (this.isMailServerDown) throw new Error("mail server unreachable");
      },
    },
  };

  static prepare(): PasswordPlatform {
    const prepared = new PasswordPlatform();
    let accounts: Record<string, unknown>[] = [];
    let count = 0;
    beforeAll(async () => {
      prepared.#platform = await openTestPlatform(prepared.settings);
      accounts = await prepared.rows("admins");
      // Starting a database takes long on a busy machine.
    }, 60_000);
    beforeEach(async () => {
      // The database stores whole seconds.
      prepared.now = new Date(Math.floor(Date.now() / 1000) * 1000);
      prepared.mails.length = 0;
      prepared.isMailServerDown = false;
      Object.assign(prepared.aging, { maxAgeDays: 0, keepLast: 5 });
      // Rate limits are per address.
      prepared.#address = `192.0.2.${++count}`;
      const { kysely } = prepared.open.database;
      for (const table of ["adminpasswords", "passwordresets", "adminsessions", "admins"])
        await anyTables(kysely).deleteFrom(table).execute();
      await anyTables(kysely).insertInto("admins").values(accounts).execute();
    });
    afterAll(() => prepared.#platform?.close());
    return prepared;
  }

  get open(): TestPlatform {
    if (!this.#platform) throw new Error("only within a test");
    return this.#platform;
  }

  /** Waits for what requests have started and not awaited, by closing the platform and opening it again. */
  async settle(): Promise<void> {
    await this.open.app.close();
    this.#platform = await serveTestPlatform(this.open.database, this.settings);
  }

  wait(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  async rows(table: string): Promise<Record<string, unknown>[]> {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
      this.open.database.kysely,
    );
    return rows;
  }

  async set(login: string, values: Record<string, unknown>): Promise<void> {
    await this.open.database.kysely.updateTable("admins").set(values).where("login", "=", login).execute();
  }

  /** Sends an unauthenticated request, from this test's own address unless a header says otherwise. */
  post(url: string, body: unknown, headers: Headers = {}): Promise<Reply> {
    return this.open.anonymous.send("POST", url, body, { ...from(this.#address), ...headers });
  }

  ask(username: string, headers: Headers = {}): Promise<Reply> {
    return this.post("/api/passwordreset/", { type: "administrator", username }, headers);
  }

  /** Requests a link and returns the token in the message. */
  async tokenFor(username: string): Promise<string> {
    const count = this.mails.length;
    await this.ask(username);
    await expect.poll(() => this.mails.length).toBe(count + 1);
    return /token=([\w-]+)/.exec(this.mails.at(-1)?.text ?? "")?.[1] ?? "";
  }

  recover(token: string, password: string = fresh, headers: Headers = {}): Promise<Reply> {
    return this.post("/api/passwordrecovery/", { new_password: password, token }, headers);
  }

  logIn(username: string, password: string): Promise<Reply> {
    return this.post("/login_jwt", { username, password });
  }

  change(client: Client, password: string, headers: Headers = {}): Promise<Reply> {
    const sent = { ...from(this.#address), ...headers };
    return client.send("POST", "/api/passwordchange/", { new_password: password }, sent);
  }
}

export function from(ip: string): Headers {
  return { "x-forwarded-for": ip };
}

export function basic(username: string, password: string): Headers {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}
