import { chromium } from "playwright";
import { buildGateway } from "./src/gateway/app.ts";
import { openPlatformDatabase } from "./src/gateway/database.ts";
const { database, logins } = await openPlatformDatabase({});
const app = await buildGateway({} as never, database, "/tmp/vt/panel/");
const url = await app.listen({ port: 0, host: "127.0.0.1" });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const [login, password] = logins[0]!;
const { jwt } = (await app.inject({ method: "POST", url: "/login_jwt", payload: { username: login, password } })).json();
const { run } = await import(process.argv[2]!);
try { await run({ browser, url, jwt, app, logins, password, async page(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await context.addInitScript(([t]) => { localStorage.setItem("aui_jwt", t!); localStorage.setItem("aui_adminId", "1"); }, [jwt]);
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error" || m.type() === "warning") console.log("CONSOLE", m.text().slice(0, 300)); });
  page.on("pageerror", (e) => console.log("PAGEERROR", e.message));
  return page; } }); } finally { await browser.close(); await app.close(); await database.close(); }
