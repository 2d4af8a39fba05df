import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { buildGateway } from "../../../src/gateway/app.ts";
import { readSettings } from "../../../src/gateway/settings.ts";
import { buildPlatform } from "../../../src/platform/app.ts";
import { everyFeature, logInAll } from "../../../tests/support/accessPlatform.ts";
import { accountOf } from "../../../tests/support/accounts.ts";
import { openBrowser } from "../../../tests/support/browser.ts";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { ensureBuilt, root } from "../../toolchain.mjs";
import { openSession } from "./formRun.ts";
import type { Outcome } from "./outcome.ts";
import { RoleApi } from "./roleApi.ts";
import { caseIdFor, type RoleCase, roleOutcome, type Way } from "./roleCases.ts";
import { RoleForm } from "./roleForm.ts";
import { RolePage } from "./rolePage.ts";
import { RoleTargets } from "./roleTargets.ts";
import { sample } from "./sample.ts";
import { type Plan, timed, unexpected, type Watch } from "./verify.ts";

export interface RolePlan extends Pick<Plan, "sample" | "seed" | "wanted"> {
  readonly cases: readonly RoleCase[];
  readonly ways: readonly Way[];
  /** Folder for pictures of refuted cases. */
  readonly screenshots?: string;
}

/** Tries what each role may do and what it may not, on a platform with demo data and one account per role. */
export async function verifyByRole(plan: RolePlan, watch: Watch = {}): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-roles-"));
  const hasForm = plan.ways.includes("form");
  if (hasForm) ensureBuilt();
  const database = await openPrepared("accounts");
  const app = hasForm
    ? await buildGateway(readSettings({ DATA_DIR: folder }), database, { panelFolder: join(root, "dist/panel") })
    : await buildPlatform({ database, settings: { logLevel: "silent", ...everyFeature() } });
  const platform = await logInAll(app, database);
  const browser = hasForm ? await openBrowser() : undefined;
  try {
    const targets = new RoleTargets(platform);
    const url = browser && (await app.listen({ port: 0, host: "127.0.0.1" }));
    const tries: Record<Way, (cases: readonly RoleCase[]) => Promise<Outcome[]>> = {
      api: (cases) => api.verify(cases),
      form: (cases) => form.verify(cases),
    };
    const api = new RoleApi(platform, targets);
    const form = new RoleForm({
      ...{ platform, targets, screenshots: plan.screenshots },
      pageOf: pagesOf(browser, url),
    });
    return await inGroups(plan, watch, (way, cases) => tries[way](cases));
  } finally {
    await browser?.close();
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens the panel once for each role. */
function pagesOf(browser: Browser | undefined, url = ""): (role: string) => Promise<RolePage> {
  const pages = new Map<string, Promise<RolePage>>();
  const open = async (role: string) => {
    if (!browser) throw new Error("no browser");
    return new RolePage(await openSession(browser, { url, ...accountOf(role), language: "en" }));
  };
  return (role) => {
    const page = pages.get(role) ?? open(role);
    pages.set(role, page);
    return page;
  };
}

/** Tries the wanted cases, those of a role on a resource together: they share requests and pages. */
async function inGroups(
  { cases, ways, sample: count, seed, wanted }: RolePlan,
  { onProgress, signal }: Watch,
  verify: (way: Way, cases: readonly RoleCase[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const all = ways.flatMap((way) => cases.map((entry) => ({ way, entry })));
  const isAsked = ({ way, entry }: (typeof all)[number]) => wanted?.has(entry.id) || wanted?.has(caseIdFor(entry, way));
  const asked = wanted ? all.filter(isAsked) : all;
  const chosen =
    count === undefined ? asked : sample(asked, count, seed, ({ entry }) => `${entry.role} ${entry.right}`);
  const groups = new Map<string, (typeof chosen)[number][]>();
  for (const one of chosen) {
    const key = `${one.way} ${one.entry.role} ${one.entry.resource}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const outcomes: Outcome[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first || signal?.aborted) break;
    const own = group.map(({ entry }) => entry);
    // What fails after an interrupt does so because the browser has ended.
    const tried = () =>
      verify(first.way, own).catch((failure: unknown) =>
        signal?.aborted ? [] : own.map((one) => failed(one, first.way, failure)),
      );
    outcomes.push(...(await timed(tried)));
    onProgress?.("role", outcomes.length, chosen.length);
  }
  return outcomes;
}

function failed(entry: RoleCase, way: Way, failure: unknown): Outcome {
  return roleOutcome(entry, way, { verdict: "discrepancy", got: unexpected(failure) });
}
