import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withField } from "../../scripts/rules/mutate/mutant.ts";
import { plantedModules } from "../../scripts/rules/mutate/plant.ts";
import { moduleOf } from "../../scripts/rules/verify/book.ts";
import { RoleApi } from "../../scripts/rules/verify/roleApi.ts";
import { roleCases } from "../../scripts/rules/verify/roleCases.ts";
import { discrepanciesIn } from "../../scripts/rules/verify/totals.ts";
import { root } from "../../scripts/toolchain.mjs";
import type { Grants, ResourceDescriptor } from "../../src/core/descriptor.ts";
import { buildPlatform } from "../../src/platform/app.ts";
import { everyFeature, logInAll } from "../support/accessPlatform.ts";
import { openPrepared } from "../support/prepared.ts";

const CCARE = "ccare";

/** What customer care is refuted to be allowed and refused, on a platform that runs with these descriptors. */
async function refuted(descriptors: readonly ResourceDescriptor[]): Promise<string[]> {
  const database = await openPrepared("accounts");
  const settings = { logLevel: "silent", ...everyFeature() } as const;
  const app = await buildPlatform({ database, settings, resources: plantedModules({ descriptors }) });
  const platform = await logInAll(app, database);
  try {
    const api = new RoleApi(platform);
    const outcomes = [];
    for (const { name } of descriptors) outcomes.push(...(await api.verify(roleCases([CCARE], [name]))));
    return discrepanciesIn(outcomes).map(({ id, got }) => `${id} ${got}`);
  } finally {
    await platform.close();
  }
}

/** The resource with other rights of customer care. */
function withRights(resource: string, change: Grants): ResourceDescriptor {
  const { descriptor } = moduleOf(resource);
  const { access } = descriptor;
  return { ...descriptor, access: { ...access, [CCARE]: { ...access[CCARE], ...change } } };
}

it("finds rights on records and fields that only the platform grants, and one that it does not", async () => {
  const { descriptor: subscribers } = moduleOf("subscribers");
  const found = await refuted([
    withRights("domains", { read: true }),
    withField(subscribers, ["password"], { access: { [CCARE]: { create: true, read: true } } }),
    withRights("cftimesets", { delete: undefined }),
  ]);
  expect(found).toEqual([
    "domains:role:ccare:read:api search own: allowed, not unknown",
    "subscribers/password:role:ccare:read:api shown in the record",
    "cftimesets:role:ccare:delete:api delete own: refused, not allowed",
  ]);
});

it("runs as a command, where the panel's modules are not bundled", () => {
  const folder = mkdtempSync(join(tmpdir(), "patchbay-roles-"));
  // What npx would start, without npm.
  const command = [
    "--import",
    "tsx",
    "scripts/rules.ts",
    "verify",
    "--role",
    CCARE,
    "--resource",
    "domains,customers",
    "--only",
    "api",
    "--sample",
    "9",
    "--out",
    folder,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  expect(stdout, stderr).toMatch(/^role: 9 cases, 9 proved .* 0 refuted/m);
  expect(status).toBe(0);
});
