import { setTimeout as pause } from "node:timers/promises";
import { HttpClient } from "../../tests/support/httpClient.ts";
import { LOGIN } from "../panel.ts";
import { type Figure, median, milliseconds } from "../report.ts";
import type { Cluster } from "./cluster.ts";

const TRIES = Number(process.env.TRIES ?? 100);
const BOUND_MS = 1_000;
/** Between two questions, so that asking is no load. */
const ASK_MS = 2;
const PATIENCE_MS = 10_000;

/** Failed logins until a name is banned at an address. */
const ATTEMPTS = 5;
const OTHER = "operator";

/** How long after a change was answered by one node the other one still does as before it, while nothing else happens. */
export async function benchObeying({ nodes: [here, there], passwords, rows }: Cluster): Promise<Figure[]> {
  const logIn = ({ url }: { readonly url: string }, name: string) =>
    HttpClient.login(url, name, passwords.get(name) ?? "");
  const master = await logIn(here, LOGIN);
  const other = await logIn(there, OTHER);
  const otherId = await idOf(master, OTHER);
  const patch = async (path: string, field: string, value: unknown) => {
    const { status, text } = await master.request("PATCH", path, [{ op: "replace", path: `/${field}`, value }]);
    if (status !== 204) throw new Error(`PATCH ${path}: ${status} ${text}`);
  };

  const seesPasswords = async () => {
    const { body } = await other.request("GET", `/api/subscribers/${rows.subscriberBase + 1}`);
    return typeof body?.password === "string";
  };
  const takenAway = tries(async () => {
    await until(seesPasswords);
    await patch(`/api/admins/${otherId}`, "show_passwords", false);
    const waited = await until(async () => !(await seesPasswords()));
    await patch(`/api/admins/${otherId}`, "show_passwords", true);
    return waited;
  });

  const ended = tries(async () => {
    const own = await logIn(here, OTHER);
    const headers = { authorization: own.authorization };
    const ask = async () => (await fetch(new URL("/api/domains/?rows=1", there.url), { headers })).status;
    if ((await ask()) !== 200) throw new Error("a new session does not hold on the other node");
    await own.request("GET", "/ajax_logout");
    return until(async () => (await ask()) === 401);
  });

  // Together: they spend most of their time waiting.
  const [permission, session] = await Promise.all([takenAway, ended]);

  const ban = await tries(async (index) => {
    // Of a network for documentation, so that bans of one address do not add up.
    const headers = { "content-type": "application/json", "x-forwarded-for": `198.51.100.${index + 1}` };
    const body = JSON.stringify({ username: OTHER, password: "Wrong-horse9" });
    const attempt = async (url: string) =>
      (await (await fetch(`${url}/login_jwt`, { method: "POST", headers, body })).json()) as { readonly key: string };
    for (let failed = 0; failed < ATTEMPTS; failed++) await attempt(here.url);
    return until(async () => (await attempt(there.url)).key === "errors.banned");
  });

  const brand = await master.create("resellerbrandings", { reseller_id: 2, ...colours(0) });
  const branding = await tries(async (index) => {
    const colour = colours(index + 1).csc_color_primary;
    await patch(`/api/resellerbrandings/${brand}`, "csc_color_primary", colour);
    const list = async () => (await other.request("GET", "/api/resellerbrandings/?reseller_id=2")).text;
    return until(async () => (await list()).includes(colour));
  });

  return [
    figure("a permission removed", permission),
    figure("a session ended", session),
    figure("a ban", ban),
    figure("a brand changed", branding),
  ];
}

async function tries(once: (index: number) => Promise<number>): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < TRIES; index++) waits.push(await once(index));
  return waits;
}

/** Milliseconds until it is so; as long as the first question takes where it is so at once. */
async function until(isSo: () => Promise<boolean>): Promise<number> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > PATIENCE_MS) throw new Error("what was changed does not hold on the other node");
    await pause(ASK_MS);
  }
  return performance.now() - started;
}

function figure(name: string, waits: readonly number[]): Figure {
  const sorted = [...waits].sort((a, b) => a - b);
  const [at95 = 0, worst = 0] = [sorted[Math.floor(sorted.length * 0.95)], sorted.at(-1)];
  return {
    name: `${name} holds on the other node: median, p95, worst of ${waits.length}`,
    ours: [median(waits), at95, worst].map((one) => milliseconds(one)).join(", "),
    value: worst,
    bound: { atMost: BOUND_MS },
  };
}

async function idOf(client: HttpClient, login: string): Promise<number> {
  const [admin] = await client.all("admins", `login=${login}`);
  return Number(admin?.id);
}

const colours = (index: number) => ({
  csc_color_primary: `#${(0x100000 + index).toString(16)}`,
  csc_color_secondary: "#fefefe",
  css: null,
});
