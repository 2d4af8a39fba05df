import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTypes, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { platformUntilEnd, testPassword } from "../../src/testing/platform.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
mkdirSync(join(root, ".cache"), { recursive: true });
// Below the project, where programs find its packages.
const folder = mkdtempSync(join(root, ".cache/typed-client-"));
afterAll(() => rmSync(folder, { recursive: true }));

const platform = await platformUntilEnd();
const address = await platform.app.listen({ host: "127.0.0.1", port: 0 });

const right = `
import createClient from "openapi-fetch";
import type { paths } from "./api.d.ts";

export async function forwardCalls(baseUrl: string, token: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
  const created = ({ response, error }: { readonly response: Response; readonly error?: { readonly message: string } }) => {
    if (error) throw new Error(error.message);
    return Number(response.headers.get("location")?.split("/").at(-1));
  };

  const contact_id = created(await client.POST("/customercontacts/", { body: { email: "jo@example.org", reseller_id: 2 } }));
  const profile = await client.POST("/billingprofiles/", { body: { name: "Flat", handle: "flat", reseller_id: 2 } });
  const customer_id = created(await client.POST("/customers/", {
    body: { contact_id, type: "sipaccount", status: "active", billing_profile_id: created(profile) },
  }));
  const domain_id = created(await client.POST("/domains/", { body: { domain: "sip.example.org", reseller_id: 2 } }));
  const id = created(await client.POST("/subscribers/", {
    body: { customer_id, domain_id, username: "jo", password: "Right-horse9", primary_number: { cc: "43", ac: "1", sn: "123" } },
  }));

  const path = { id };
  const destinations = [{ destination: "voicebox", timeout: 300, priority: 1 }];
  await client.PUT("/callforwards/{id}", { params: { path }, body: { cft: { destinations, ringtimeout: 20 } } });
  const headers = { "content-type": "application/json-patch+json" };
  await client.PATCH("/subscribers/{id}", {
    params: { path },
    headers,
    body: [{ op: "replace", path: "/display_name", value: "Jo" }],
  });

  const list = await client.GET("/subscribers/", { params: { query: { customer_id, rows: 5 } } });
  const forwards = await client.GET("/callforwards/{id}", { params: { path } });
  const [subscriber] = list.data?._embedded?.["ngcp:subscribers"] ?? [];
  return [subscriber?.display_name, forwards.data?.cft?.ringtimeout, forwards.data?.cft?.destinations?.length];
}
`;

const wrong = `
import createClient from "openapi-fetch";
import type { paths } from "./api.d.ts";
const client = createClient<paths>();
const path = { id: 1 };
export const answers = [
  client.POST("/customers/", { body: { contact_id: 1, type: "sipaccount", status: "activ" } }),
  client.POST("/customers/", { body: { contact_id: 1, type: "sipaccount" } }),
  client.POST("/customercontacts/", { body: { reseller_id: 1, emial: "jo@example.org" } }),
  client.PUT("/subscribers/{id}", { params: { path }, body: { domain_id: 1, user_name: "jo" } }),
  client.PATCH("/subscribers/{id}", { params: { path }, body: [{ op: "replase", path: "/username", value: "jo" }] }),
  client.GET("/subscribers/", { params: { query: { customer: 1 } } }),
  client.DELETE("/callforward/{id}", { params: { path } }),
];
export const nameOf = async () => (await client.GET("/subscribers/{id}", { params: { path } })).data?.user_name;
`;

let complaints: string;

beforeAll(async () => {
  const document = await fetch(`${address}/api/openapi.json`);
  const settings = { extends: join(root, "tsconfig.json"), compilerOptions: { incremental: false }, include: ["*.ts"] };
  const files = {
    "api.d.ts": astToString(await openapiTypes(await document.text())),
    "right.ts": right,
    "wrong.ts": wrong,
    "tsconfig.json": JSON.stringify(settings),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  complaints = spawnSync(process.execPath, [compiler], { cwd: folder, encoding: "utf8" }).stdout;
});

it("makes calls forward over HTTP", async () => {
  expect(complaints.split("\n").filter((line) => /^\S/.test(line) && !line.startsWith("wrong.ts"))).toEqual([]);
  const { forwardCalls } = await import(/* @vite-ignore */ pathToFileURL(join(folder, "right.ts")).href);
  const login = { method: "POST", headers: { "content-type": "application/json" } };
  const body = JSON.stringify({ username: "master", password: testPassword });
  const { jwt } = await (await fetch(`${address}/login_jwt`, { ...login, body })).json();
  expect(await forwardCalls(`${address}/api`, jwt)).toEqual(["Jo", 20, 1]);
});

it("does not compile with wrong fields, values, filters and operations", () => {
  const lines = [...complaints.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  expect(new Set(lines)).toEqual(new Set([7, 8, 9, 10, 11, 12, 13, 15]));
});
