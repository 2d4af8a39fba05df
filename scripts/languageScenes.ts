import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright";
import languages from "../i18n/languages.json" with { type: "json" };
import { languageCookie } from "../src/core/language.ts";
import { openPage, settle } from "../tests/support/browser.ts";
import { PanelPage } from "../tests/support/panelPage.ts";
import type { Server } from "../tests/support/server.ts";

interface LanguageScene {
  readonly name: string;
  readonly address: string;
  /** Uses no visible text, which differs by language. */
  readonly show: (panel: PanelPage) => Promise<void>;
  readonly isPublic?: boolean;
}

const scenes: readonly LanguageScene[] = [
  {
    name: "login",
    address: "/dashboard",
    isPublic: true,
    show: (panel) => panel.page.locator("label:has(select)").waitFor(),
  },
  { name: "list", address: "/customer", show: (panel) => panel.page.getByText("Foxglove Bakery").first().waitFor() },
  {
    name: "errors",
    address: "/customer/5/edit",
    show: async (panel) => {
      await panel.page.locator("#field-max_subscribers").fill("-4");
      await panel.page.locator("#field-vat_rate").fill("130");
      await panel.page.locator("main button[type=submit]").first().click();
      await panel.page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
];

/** Captures the login, a list and a form with errors in every language. Returns the number of pictures. */
export async function captureLanguages(
  browser: Browser,
  server: Server,
  login: string,
  folder: string,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const language of languages) {
    for (const { name, address, show, isPublic } of scenes) {
      const { page, context } = await openPage(browser, [], {
        viewport: { width: 1280, height: 860 },
        reducedMotion: "reduce",
      });
      const panel = new PanelPage(page, server.url);
      if (!isPublic) await panel.openLoggedIn("/dashboard", login, server.passwords.get(login) ?? "");
      await context.addCookies([{ name: languageCookie, value: language, url: server.url }]);
      await panel.open(address);
      await show(panel);
      await page.mouse.move(0, 0);
      await page.evaluate(() => window.scrollTo(0, 0));
      await settle(page);
      await page.screenshot({ path: join(folder, `${name}-${language}.png`), animations: "disabled", caret: "hide" });
      await context.close();
    }
  }
  return languages.length * scenes.length;
}
