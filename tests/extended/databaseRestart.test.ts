import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { type HttpAnswer, HttpClient } from "../support/httpClient.ts";
import { startPostgres } from "../support/postgres.ts";
import { startServer } from "../support/server.ts";

/** More than the server's connections, so that some clients always wait for one. */
const CLIENTS = 12;

const postgres = await startPostgres();
const folder = await mkdtemp(join(tmpdir(), "patchbay-restart-"));
const server = await startServer({ dataDir: folder, env: { DATABASE_URL: postgres.url, DEMO: "1" } });
const client = await HttpClient.login(server.url, "administrator", server.passwords.get("administrator") ?? "");
afterAll(async () => {
  await server?.kill();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes from many clients; records what was acknowledged and what was rejected. */
class Load {
  readonly acknowledged = new Map<number, string>();
  readonly refused: HttpAnswer[] = [];
  #isOver = false;
  #waiting: { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];
  readonly #writers: Promise<unknown>;

  constructor(name: string) {
    this.#writers = Promise.all(Array.from({ length: CLIENTS }, (_, at) => this.#write(`${name}.${at}`)));
  }

  /** Resolves after this many more stored writes. */
  async stored(count: number): Promise<void> {
    const wanted = this.acknowledged.size + count;
    await this.#until(() => this.acknowledged.size >= wanted);
  }

  /** Resolves after this many more rejected writes. */
  async rejections(count: number): Promise<void> {
    const wanted = this.refused.length + count;
    await this.#until(() => this.refused.length >= wanted);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#writers;
  }

  /** Rejects if a writer fails. */
  #until(isMet: () => boolean): Promise<unknown> {
    return Promise.race([new Promise<void>((resolve) => this.#waiting.push({ isMet, resolve })), this.#writers]);
  }

  async #write(name: string): Promise<void> {
    for (let index = 0; !this.#isOver; index++) {
      const email = `${name}.${index}@example.org`;
      const answer = await client.request("POST", "/api/systemcontacts/", { email });
      if (answer.status === 201) {
        this.acknowledged.set(Number(answer.headers.get("location")?.split("/").at(-1)), email);
      } else this.refused.push(answer);
      for (const { resolve } of this.#waiting.filter(({ isMet }) => isMet())) resolve();
      this.#waiting = this.#waiting.filter(({ isMet }) => !isMet());
    }
  }
}

/** Expects that acknowledged writes are stored, and that all others were rejected with 503. */
async function expectUnharmed({ acknowledged, refused }: Load): Promise<void> {
  expect(refused.filter(({ status }) => status !== 503).map(({ text }) => text)).toEqual([]);
  expect(refused.filter(({ headers }) => !Number(headers.get("retry-after")))).toEqual([]);
  const stored = new Map((await client.all("systemcontacts")).map(({ id, email }) => [id, email]));
  for (const [id, email] of acknowledged) expect(stored.get(id)).toBe(email);
}

it("survives the loss of its connections under load", async () => {
  const load = new Load("terminated");
  const operator = new pg.Client(postgres.url);
  await operator.connect();
  onTestFinished(() => operator.end());
  for (let round = 0; round < 10; round++) {
    await load.stored(CLIENTS);
    await operator.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'patchbay'");
  }
  await load.stored(CLIENTS);
  await load.end();
  await expectUnharmed(load);
});

it("responds 503 while PostgreSQL is down, and recovers", async () => {
  const load = new Load("restarted");
  for (let round = 0; round < 3; round++) {
    await load.stored(CLIENTS);
    postgres.halt();
    // Each client is rejected several times: no request hangs until a connection times out.
    await load.rejections(20 * CLIENTS);
    postgres.resume();
  }
  await load.stored(CLIENTS);
  await load.end();
  await expectUnharmed(load);
});
