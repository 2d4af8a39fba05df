import { buildGateway } from "./app.ts";
import { openPlatformDatabase } from "./database.ts";
import { readSettings, type Settings } from "./settings.ts";

await start().catch((error: Error) => {
  // One line that says what to mend; a stack would bury it.
  console.error(`Patchbay can not start: ${error.message}`);
  process.exit(1);
});

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const opened = settings.platformUrl ? undefined : await openPlatformDatabase(settings);
  const app = await buildGateway(settings, opened?.database);
  const address = await app.listen({ port: settings.port, host: settings.host });

  const stop = async () => {
    await app.close();
    await opened?.database.close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);

  console.log(banner(settings, address, opened?.logins ?? []));
}

function banner(settings: Settings, address: string, logins: readonly (readonly [string, string])[]): string {
  const behind = settings.platformUrl
    ? `In front of ${settings.platformUrl.origin}`
    : `Embedded platform, data in ${settings.databaseUrl ? "PostgreSQL" : settings.dataDir}`;
  const accounts = logins.map(([login, password]) => `    ${login.padEnd(16)} ${password}`);
  return [
    "",
    `  Patchbay: ${address}`,
    `  ${behind}`,
    ...(accounts.length > 0 ? ["", "  Demonstration logins:", ...accounts] : []),
    "",
  ].join("\n");
}
