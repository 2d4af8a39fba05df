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
/** One of the demonstration's resellers. */
const RESELLER = 2;

/** The cases in the built panel, in a browser, in front of the built server on this folder. */
export async function verifyByForm(
  plan: Plan,
  dataDir: string,
  language: string,
  watch: Watch = {},
): Promise<Outcome[]> {
  const [server, browser] = await Promise.all([startServer({ dataDir }), openBrowser()]);
  try {
    const password = server.passwords.get(LOGIN) ?? "";
    const client = await HttpClient.login(server.url, LOGIN, password);
    const form = await openForms(browser, { url: server.url, password, language });
    const world = new World(client, RESELLER, { mark: "form", firstDigits: 940_000 });
    const part = new FormPart({ form, world, url: server.url, language });
    return await inTurn("form", byForm(chosenCases(plan)), watch, (entry) => part.verify(entry));
  } finally {
    await browser.close();
    await server.kill();
  }
}

/** Cases of one form after each other: it is opened once. */
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
  readonly password: string;
  readonly language: string;
}

/** A page of somebody who is logged in, in this language. */
async function openForms(browser: Browser, { url, password, language }: Session): Promise<FormPage> {
  const { page, context } = await openPage(browser, [], { reducedMotion: "reduce", timezoneId: "UTC" });
  await context.addCookies([{ name: "ngcp_panel_lang", value: language, url }]);
  const answer = await page.request.post(`${url}/login_jwt`, { data: { username: LOGIN, password } });
  const { jwt } = (await answer.json()) as { readonly jwt: string };
  await page.goto(`${url}/?v1_auth=${jwt}#/dashboard`);
  await page.locator("main h1").first().waitFor();
  return new FormPage(page);
}
