import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpClient } from "../tests/support/httpClient.ts";
import { startServer } from "../tests/support/server.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, perSecond } from "./report.ts";

const FEES = 10_000;
/** Enough to tell the rate of single requests. */
const SINGLE = 500;
/** How much faster both must be. */
const MIN_RATIO = 10;

/** 10,000 fees stored by a file and by cloning their profile, against as many requests, on the embedded database. */
export async function benchFees(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  const server = await startServer({ dataDir });
  try {
    const client = await HttpClient.login(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
    const single = await timed(SINGLE, await makeProfile(client, "single"), async (profile) => {
      for (let index = 0; index < SINGLE; index++) {
        const answer = await client.request("POST", "/api/billingfees/", {
          billing_profile_id: profile,
          billing_zone_zone: `Zone ${index % 50}`,
          billing_zone_detail: "",
          destination: destinationOf(index),
          onpeak_init_rate: 0.05,
        });
        if (answer.status !== 201) throw new Error(answer.text);
      }
    });
    const file = Array.from({ length: FEES }, (_, index) => lineOf(index)).join("\n");
    const filled = await makeProfile(client, "file");
    const whole = await timed(FEES, filled, async (profile) => {
      const answer = await fetch(`${server.url}/api/billingfees/?billing_profile_id=${profile}`, {
        method: "POST",
        headers: { "content-type": "text/csv", authorization: client.authorization },
        body: file,
      });
      if (answer.status !== 201) throw new Error(await answer.text());
    });
    const cloned = await timed(FEES, filled, async (profile) => {
      const answer = await client.request("POST", `/api/billingprofiles/${profile}/clone`, { name: "clone" });
      if (answer.status !== 201) throw new Error(answer.text);
    });
    const against = (name: string, rate: number): Figure => ({
      name: `${name}, against fees one by one`,
      ours: perSecond(rate),
      baseline: perSecond(single),
      value: rate / single,
      bound: { atLeast: MIN_RATIO },
    });
    return [against("fees of a file of 10,000", whole), against("fees of a cloned profile with 10,000", cloned)];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const destinationOf = (index: number) => `^43${String(index).padStart(8, "0")}`;

/** The fourteen columns of older files. */
const lineOf = (index: number) =>
  `.,${destinationOf(index)},out,Zone ${index % 50},,0.05,60,0.05,30,0.025,60,0.025,30,0`;

async function makeProfile(client: HttpClient, handle: string): Promise<number> {
  const answer = await client.request("POST", "/api/billingprofiles/", { reseller_id: 2, handle, name: handle });
  if (answer.status !== 201) throw new Error(answer.text);
  return Number(answer.headers.get("location")?.split("/").at(-1));
}

/** How many are stored in a second. */
async function timed(count: number, profile: number, store: (profile: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  await store(profile);
  return count / ((performance.now() - started) / 1000);
}
