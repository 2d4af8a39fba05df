import { openBrowser } from "/work/wt/explain/tests/support/browser.ts";
import { startServer } from "/work/wt/explain/tests/support/server.ts";
import { PanelPage } from "/work/wt/explain/tests/support/panelPage.ts";
const server = await startServer({ dataDir: "/tmp/explain-data", root: "/work/wt/explain" });
const browser = await openBrowser();
for (const [scheme, width] of [["light",1280],["dark",390]] as const) {
  const ctx = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme });
  const page = await ctx.newPage(); page.setDefaultTimeout(15000);
  const panel = new PanelPage(page, server.url);
  const shot = async (n: string) => { await page.waitForTimeout(700); await page.screenshot({ path: `/tmp/explain-read/${n}-${width}.png` }); };
  await panel.open("/customer/create");
  await panel.logIn("auditor", server.passwords.get("auditor")!);
  await panel.seeHeading("Forbidden"); await shot("403");
  await panel.open("/domain"); await page.getByRole("button", { name: /Why can I not create/ }).click(); await page.getByRole("dialog").waitFor(); await shot("dialog");
  await panel.open("/customer/3/details"); await page.getByRole("button", { name: /Why can I not edit/ }).waitFor(); await shot("details");
  await ctx.clearCookies(); await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
  await panel.open("/customer"); await panel.logIn("administrator", server.passwords.get("administrator")!);
  await page.getByRole("banner").locator("[aria-haspopup=menu]").last().click(); await page.getByRole("menuitem", { name: "View as…" }).click(); await page.getByRole("dialog").waitFor(); await shot("viewas");
  await page.getByRole("dialog").getByRole("button", { name: "Reseller", exact: true }).click();
  await panel.see("Viewing as"); await panel.open("/administrator/1/edit"); await page.getByRole("button", { name: /Why can I not change/ }).first().waitFor(); await shot("locked");
  await ctx.close();
}
await browser.close(); await server.kill();
