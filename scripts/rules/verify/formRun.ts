import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { buildGateway } from "../../../src/gateway/app.ts";
import { readSettings } from "../../../src/gateway/settings.ts";
import type { ResourceName } from "../../../src/generated/types/index.gen.ts";
import { DEMONSTRATION_PASSWORD } from "../../../src/platform/seed/demonstration.ts";
import { openBrowser, openPage } from "../../../tests/support/browser.ts";
import { HttpClient } from "../../../tests/support/httpClient.ts";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { World } from "../../../tests/support/world.ts";
import { root } from "../../toolchain.mjs";
import { withoutMode } from "./apiPart.ts";
import { countRequests } from "./formActions.ts";
import { FormPage } from "./formPage.ts";
import { FormPart } from "./formPart.ts";
import type { FormRecords } from "./formPath.ts";
import type { Outcome } from "./outcome.ts";
import { runCases, type Watch } from "./verify.ts";

const LOGIN = "administrator";
/** Logins for resources that even the platform's owner cannot see. */
const OTHER_LOGINS: Readonly<Record<string, string>> = { interceptions: "intercept" };
/** A reseller in the demo data. */
const RESELLER = 2;
/** Forms that are open at the same time: more would only wait for the processor. */
const PAGES = 2;

interface FormRun {
  readonly language: string;
  /** Folder for pictures of refuted cases; absent: none are taken. */
  readonly screenshots?: string;
  /** The built panel. */
  readonly panelFolder?: string;
}

/** Tries the cases in the built panel, in a browser, on a platform with demo data in memory. */
export async function verifyByForm(cases: readonly RuleCase[], run: FormRun & Watch): Promise<Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-rules-"));
  const database = await openPrepared("accounts");
  // In this process and in memory, which starts in a fifth of the time.
  const { panelFolder = join(root, "dist/panel") } = run;
  const app = await buildGateway(readSettings({ DATA_DIR: folder }), database, { panelFolder });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const browser = await openBrowser();
  try {
    const client = await HttpClient.login(url, LOGIN, DEMONSTRATION_PASSWORD);
    const world = new World(client, RESELLER, { mark: "form", firstDigits: 940_000 });
    const places: FormRecords = {
      world,
      findRecord: async (resource) => (await client.all(resource as ResourceName))[0],
      createRecord: async (resource, when) => {
        const record = await world.valid(resource, withoutMode(when));
        return { ...record, id: await client.create(resource as ResourceName, record) };
      },
    };
    // Each page takes the next form once it is done with one, the longest first.
    const waiting = formGroups(cases).sort((a, b) => b.length - a.length);
    const outcomes: Outcome[] = [];
    let done = 0;
    const onProgress = () => run.onProgress?.("form", ++done, cases.length);
    const verifyForms = async () => {
      const pages = new Map<string, Promise<FormPage>>();
      const formOf = (resource: string) => {
        const login = OTHER_LOGINS[resource] ?? LOGIN;
        const page = pages.get(login) ?? openForms(browser, url, login, run.language);
        pages.set(login, page);
        return page;
      };
      const part = new FormPart({ ...places, ...run, formOf, url });
      for (let next = waiting.shift(); next; next = waiting.shift())
        outcomes.push(...(await runCases("form", next, (entry) => part.verify(entry), { ...run, onProgress })));
    };
    await Promise.all(Array.from({ length: PAGES }, verifyForms));
    return outcomes;
  } finally {
    await browser.close();
    await app.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Logs in, in this language. */
async function openForms(browser: Browser, url: string, login: string, language: string): Promise<FormPage> {
  const { page, context } = await openPage(browser, [], { reducedMotion: "reduce", timezoneId: "UTC" });
  // The compiler of this command names functions so, also those that run in the browser.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(countRequests);
  await context.addCookies([{ name: "ngcp_panel_lang", value: language, url }]);
  const data = { username: login, password: DEMONSTRATION_PASSWORD };
  const { jwt } = (await (await page.request.post(`${url}/login_jwt`, { data })).json()) as { readonly jwt: string };
  await page.goto(`${url}/?v1_auth=${jwt}#/dashboard`);
  await page.locator("main h1:not([data-loading])").first().waitFor();
  return new FormPage(page);
}

/** The cases of each form. In each input good values follow bad ones: they are what other fields find there. */
export function formGroups(cases: readonly RuleCase[]): RuleCase[][] {
  const groups = new Map<string, RuleCase[]>();
  for (const entry of cases) {
    const key = FormPart.keyOf(entry);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const isGood = ({ expects }: RuleCase) => Number(expects === "accepted");
  return [...groups.values()].map((group) => {
    const pointers = [...new Set(group.map(({ rule }) => rule.pointer))];
    const positionOf = ({ rule }: RuleCase) => pointers.indexOf(rule.pointer);
    return group.toSorted((a, b) => positionOf(a) - positionOf(b) || isGood(a) - isGood(b));
  });
}
