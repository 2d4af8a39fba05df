// npm run screenshots [-- <scene> ...]: retakes docs/screenshots from the built product with demo data; the scene "kinds"
// covers one field of each kind.
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser, openPage, type PageOptions, settle } from "../tests/support/browser.ts";
import { PanelPage } from "../tests/support/panelPage.ts";
import { startServer } from "../tests/support/server.ts";
import { captureKinds } from "./kindPictures.ts";
import { answerHelp, ensureBuilt } from "./toolchain.mjs";

const login = "administrator";
const folder = fileURLToPath(new URL("../docs/screenshots/", import.meta.url));

interface Scene {
  readonly name: string;
  readonly address: string;
  /** Brings the page into the state to capture. */
  readonly show: (panel: PanelPage) => Promise<void>;
  /** Whether it is captured without logging in. */
  readonly isPublic?: boolean;
  readonly looks?: readonly string[];
}

const scenes: readonly Scene[] = [
  {
    name: "login",
    address: "/dashboard",
    isPublic: true,
    show: (panel) => panel.page.getByRole("button", { name: "Log in" }).waitFor(),
  },
  {
    name: "list",
    address: "/customer",
    show: async (panel) => {
      await panel.choose("Rows per page", "15");
      await panel.see("1–15 of 41");
    },
  },
  {
    name: "create-errors",
    address: "/customer/create",
    show: async (panel) => {
      await panel.fillField("Maximum subscribers", "-4");
      await panel.fillField("VAT rate", "130");
      await panel.press("Create customer");
      await panel.see("need your attention");
    },
  },
  {
    name: "edit",
    address: "/customer/5/edit",
    show: async (panel) => {
      await panel.fillField("Maximum subscribers", "60");
      await panel.see("1 field changed");
    },
  },
  {
    name: "preferences",
    address: "/domain/5/preferences",
    show: async (panel) => {
      await panel.flip("Only set preferences");
      await panel.chip("198.51.100.0/24").waitFor();
    },
  },
  { name: "dashboard", address: "/dashboard", show: (panel) => panel.see("answered") },
  {
    name: "details",
    address: "/customer/5/details/billing-profile-sch",
    show: (panel) => panel.see("Business 2000 minutes"),
  },
  {
    name: "reseller",
    address: "/reseller/2/details/domains",
    show: (panel) => panel.seeRow("sip.albion-voice.example"),
  },
  {
    name: "bulk",
    address: "/subscriber",
    show: async (panel) => {
      await panel.page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await panel.see("10 selected");
    },
  },
  {
    name: "palette",
    address: "/domain",
    looks: ["light", "dark"],
    show: async (panel) => {
      await panel.seeHeading("Domains");
      await panel.page.keyboard.press("Control+k");
      await panel.page.getByRole("dialog").getByRole("combobox").waitFor();
      await panel.page.keyboard.type("+44 20 7946");
      await panel.page.getByRole("option").nth(2).waitFor();
    },
  },
  { name: "branding", address: "/reseller/2/details/branding", show: (panel) => panel.see("Preview") },
  {
    name: "security",
    address: "/security",
    looks: ["light"],
    show: (panel) => panel.see("Banned users"),
  },
];

const looks: Readonly<Record<string, PageOptions>> = {
  light: { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: "dark" },
  narrow: { viewport: { width: 390, height: 860 }, colorScheme: "light" },
};

answerHelp(`
usage: npm run screenshots [-- <scene> ...]

Retakes the pictures of docs/screenshots; without a scene all of them.
Scenes: ${[...scenes.map(({ name }) => name), "kinds"].join(", ")}
`);
/** Requested scenes; empty for all. */
const requested = process.argv.slice(2);
const isWanted = (name: string) => requested.length === 0 || requested.includes(name);

ensureBuilt();
const dataDir = await mkdtemp(join(tmpdir(), "patchbay-screenshots-"));
const [server, browser] = await Promise.all([startServer({ dataDir }), openBrowser()]);
try {
  await mkdir(folder, { recursive: true });
  for (const [look, options] of Object.entries(looks)) {
    for (const scene of scenes) {
      if (!isWanted(scene.name) || (scene.looks && !scene.looks.includes(look))) continue;
      await capture(scene, options, join(folder, `${scene.name}-${look}.png`));
    }
  }
  if (isWanted("kinds")) {
    const { page } = await openPage(browser, [], { ...looks.light, reducedMotion: "reduce" });
    const panel = new PanelPage(page, server.url);
    await panel.openLoggedIn("/dashboard", login, server.passwords.get(login) ?? "");
    console.log(`kinds of fields: ${(await captureKinds(panel)).join(", ")}`);
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function capture(scene: Scene, options: PageOptions, path: string): Promise<void> {
  const errors: string[] = [];
  const { page, context } = await openPage(browser, errors, { ...options, reducedMotion: "reduce" });
  const panel = new PanelPage(page, server.url);
  await panel.open(scene.address);
  if (!scene.isPublic) await panel.logIn(login, server.passwords.get(login) ?? "");
  await scene.show(panel);
  // Earlier clicks may have scrolled the page or left a hover state.
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  await settle(page);
  await page.screenshot({ path, animations: "disabled", caret: "hide" });
  await context.close();
  if (errors.length > 0) throw new Error(`${scene.name}: ${errors.join("; ")}`);
  console.log(`${basename(path)}, ${Math.round((await stat(path)).size / 1024)} KB`);
}
