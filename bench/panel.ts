import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { type Server, startServer } from "../tests/support/server.ts";

export const LOGIN = "administrator";

/** Starts the built product with demo data in a temporary folder, which is removed on stop. */
export async function startPanel(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  const server = await startServer({ dataDir });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Fills in the open login page. */
export async function logIn(page: Page, { passwords }: Server): Promise<void> {
  await page.getByRole("textbox", { name: "User name" }).fill(LOGIN);
  await page.getByLabel("Password", { exact: true }).fill(passwords.get(LOGIN) ?? "");
  await page.getByRole("button", { name: "Log in" }).click();
}
