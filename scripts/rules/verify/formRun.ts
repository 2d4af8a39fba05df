import type { Browser } from "playwright";
import { openBrowser, openPage } from "../../../tests/support/browser.ts";
import { HttpClient } from "../../../tests/support/httpClient.ts";
import { startServer } from "../../../tests/support/server.ts";
import { World } from "../../../tests/support/world.ts";
import { FormPage } from "./formPage.ts";
import { FormPart } from "./formPart.ts";
import type { Outcome } from "./outcome.ts";
import type { Plan, Watch } from "./verify.ts";
import { chosenCases, inTurn } from "./verify.ts";

const LOGIN = "administrator";
/** Logins for resources that even the platform's owner cannot see. */
const OTHER_LOGINS: Readonly<Record<string, string>> = { interceptions: "intercept" };
/** A reseller in the demo data. */
const RESELLER = 2;

/** Tries the cases in the built panel, in a browser, served from this data folder. */
export async function verifyByForm(
  plan: Plan,
  dataDir: string,
  language: string,
  watch: Watch = {},
  screenshots?: string,
): Promise<Outcome[]> {
  const [server, browser] = await Promise.all([startServer({ dataDir }), openBrowser()]);
  try {
    const passwordOf = (login: string) => server.passwords.get(login) ?? "";
    const client = await HttpClient.login(server.url, LOGIN, passwordOf(LOGIN));
    const pages = new Map<string, Promise<FormPage>>();
    const formOf = (resource: string) => {
      const login = OTHER_LOGINS[resource] ?? LOGIN;
      const known =
        pages.get(login) ?? openForms(browser, { url: server.url, login, password: passwordOf(login), language });
      pages.set(login, known);
      return known;
    };
    const part = new FormPart({
      formOf,
      world: new World(client, RESELLER, { mark: "form", firstDigits: 940_000 }),
      stored: async (resource) => (await client.all(resource))[0],
      url: server.url,
      language,
      screenshots,
    });
    const cases = byForm(chosenCases(plan));
    const outcomes = await inTurn("form", cases, watch, (entry) => part.verify(entry));
    if (plan.sample !== undefined || plan.isWanted || watch.signal?.aborted) return outcomes;
    const resources = [...new Set(cases.map(({ rule }) => rule.resource))];
    return [...outcomes, ...part.unopened(resources).map(neverOpened)];
  } finally {
    await browser.close();
    await server.kill();
  }
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

/** Groups cases by form, so that each form is opened once. */
function byForm(cases: ReturnType<typeof chosenCases>) {
  const groups = new Map<string, (typeof cases)[number][]>();
  for (const entry of cases) {
    const key = FormPart.keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].flat();
}

interface Session {
  readonly url: string;
  readonly login: string;
  readonly password: string;
  readonly language: string;
}

/** Logs in and returns a page in this language. */
async function openForms(browser: Browser, { url, login, password, language }: Session): Promise<FormPage> {
  const { page, context } = await openPage(browser, [], { reducedMotion: "reduce", timezoneId: "UTC" });
  await context.addCookies([{ name: "ngcp_panel_lang", value: language, url }]);
  const answer = await page.request.post(`${url}/login_jwt`, { data: { username: login, password } });
  const { jwt } = (await answer.json()) as { readonly jwt: string };
  await page.goto(`${url}/?v1_auth=${jwt}#/dashboard`);
  await page.locator("main h1:not([data-loading])").first().waitFor();
  return new FormPage(page);
}
