import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import type { RuleCase } from "../../../src/core/rulebook/cases.ts";
import { buildGateway } from "../../../src/gateway/app.ts";
import { readSettings } from "../../../src/gateway/settings.ts";
import { DEMONSTRATION_PASSWORD } from "../../../src/platform/seed/demonstration.ts";
import { openBrowser, openPage } from "../../../tests/support/browser.ts";
import { HttpClient } from "../../../tests/support/httpClient.ts";
import { openPrepared } from "../../../tests/support/prepared.ts";
import { World } from "../../../tests/support/world.ts";
import { root } from "../../toolchain.mjs";
import { withoutMode } from "./apiState.ts";
import { hasForm, type Places } from "./formAddress.ts";
import { countRequests } from "./formHands.ts";
import { FormPage } from "./formPage.ts";
import { FormPart } from "./formPart.ts";
import type { Outcome } from "./outcome.ts";
import { chosenCases, inTurn, type Plan, type Watch } from "./verify.ts";

const LOGIN = "administrator";
/** Logins for resources that even the platform's owner cannot see. */
const OTHER_LOGINS: Readonly<Record<string, string>> = { interceptions: "intercept" };
/** A reseller in the demo data. */
const RESELLER = 2;

export interface FormRun {
  readonly language: string;
  /** Folder for pictures of refuted cases; absent: none are taken. */
  readonly screenshots?: string;
  /** Forms that are open at the same time. */
  readonly jobs: number;
}

/** Tries the cases in the built panel, in a browser, on a platform with demo data in memory. */
export async function verifyByForm(
  plan: Plan,
  { language, screenshots, jobs }: FormRun,
  watch: Watch = {},
): Promise<Outcome[]> {
  const [server, browser] = await Promise.all([openServer(), openBrowser()]);
  try {
    const client = await HttpClient.login(server.url, LOGIN, DEMONSTRATION_PASSWORD);
    const world = new World(client, RESELLER, { mark: "form", firstDigits: 940_000 });
    const places: Places = {
      world,
      stored: async (resource) => (await client.all(resource))[0],
      made: async (resource, when) => {
        const record = await world.valid(resource, withoutMode(when));
        return { ...record, id: await client.create(resource, record) };
      },
    };
    const newPart = () => {
      const pages = new Map<string, Promise<FormPage>>();
      const formOf = (resource: string) => {
        const login = OTHER_LOGINS[resource] ?? LOGIN;
        const known =
          pages.get(login) ??
          openForms(browser, { url: server.url, login, password: DEMONSTRATION_PASSWORD, language });
        pages.set(login, known);
        return known;
      };
      return new FormPart({ ...places, formOf, url: server.url, language, screenshots });
    };
    const { outcomes, opened } = await tryForms(formGroups(chosenCases(plan)), jobs, newPart, watch);
    if (plan.sample !== undefined || plan.wanted || watch.signal?.aborted) return outcomes;
    const resources = [...new Set(plan.cases.map(({ rule }) => rule.resource))];
    const unopened = resources.filter((resource) => hasForm(resource) && !opened.has(resource));
    return [...outcomes, ...unopened.map(neverOpened)];
  } finally {
    await browser.close();
    await server.close();
  }
}

interface OpenServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** In this process and in memory, which starts in a fifth of the time. */
async function openServer(): Promise<OpenServer> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-rules-"));
  const database = await openPrepared("accounts");
  const app = await buildGateway(readSettings({ DATA_DIR: folder }), database, {
    panelFolder: join(root, "dist/panel"),
  });
  return {
    url: await app.listen({ port: 0, host: "127.0.0.1" }),
    close: async () => {
      await app.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Each part takes the next form once it is done with one, the longest first; the outcomes stay in order. */
async function tryForms(
  groups: readonly (readonly RuleCase[])[],
  jobs: number,
  newPart: () => FormPart,
  { onProgress, signal }: Watch,
): Promise<{ readonly outcomes: Outcome[]; readonly opened: ReadonlySet<string> }> {
  const outcomes = groups.map((): Outcome[] => []);
  const opened = new Set<string>();
  const total = groups.flat().length;
  const waiting = [...groups.entries()].sort(([, one], [, other]) => other.length - one.length);
  let done = 0;
  const watch: Watch = { signal, onProgress: (part) => onProgress?.(part, ++done, total) };
  const work = async () => {
    const part = newPart();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, cases] = next;
      outcomes[index] = await inTurn("form", cases, watch, (entry) => part.verify(entry));
    }
    for (const resource of part.opened) opened.add(resource);
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return { outcomes: outcomes.flat(), opened };
}

/** A form that no case opens is a discrepancy: its rules were never checked. */
function neverOpened(resource: string): Outcome {
  return {
    part: "form",
    resource,
    pointer: "",
    rule: "",
    name: `${resource} form`,
    verdict: "discrepancy",
    value: "",
    expected: "opened by at least one case",
    got: "never opened",
    where: `form of ${resource}`,
  };
}

interface Session {
  readonly url: string;
  readonly login: string;
  readonly password: string;
  readonly language: string;
}

/** Logs in, in this language. */
async function openForms(browser: Browser, { url, login, password, language }: Session): Promise<FormPage> {
  const { page, context } = await openPage(browser, [], { reducedMotion: "reduce", timezoneId: "UTC" });
  await page.addInitScript(countRequests);
  await context.addCookies([{ name: "ngcp_panel_lang", value: language, url }]);
  const answer = await page.request.post(`${url}/login_jwt`, { data: { username: login, password } });
  const { jwt } = (await answer.json()) as { readonly jwt: string };
  await page.goto(`${url}/?v1_auth=${jwt}#/dashboard`);
  await page.locator("main h1:not([data-loading])").first().waitFor();
  return new FormPage(page);
}

/** The cases of each form, in the order that costs a browser least. */
export function formGroups(cases: readonly RuleCase[]): RuleCase[][] {
  return grouped(cases, (entry) => FormPart.keyOf(entry)).map((group) =>
    grouped(group, placeOf).flatMap((own) => inTurns(shortestFirst(own))),
  );
}

/** Cases at one input, with the same values beside it. */
function placeOf({ rule }: RuleCase): string {
  return `${rule.pointer} ${JSON.stringify(rule.with ?? null)}`;
}

/** A message that goes proves that a value is accepted: good values follow bad ones. */
function inTurns(cases: readonly RuleCase[]): RuleCase[] {
  const bad = cases.filter(({ expects }) => expects === "refused");
  const good = cases.filter(({ expects }) => expects === "accepted");
  return Array.from({ length: Math.max(bad.length, good.length) }, (_, at) => [bad[at], good[at]])
    .flat()
    .filter((entry) => entry !== undefined);
}

/** Rows are added one by one: the next longer list has most of them. */
function shortestFirst(cases: readonly RuleCase[]): RuleCase[] {
  const length = ({ value }: RuleCase) => (Array.isArray(value) ? value.length : 0);
  return [...cases].sort((one, other) => length(one) - length(other));
}

function grouped(cases: readonly RuleCase[], keyOf: (entry: RuleCase) => string): RuleCase[][] {
  const groups = new Map<string, RuleCase[]>();
  for (const entry of cases) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()];
}
