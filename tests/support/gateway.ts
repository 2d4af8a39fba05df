import { buildGateway } from "../../src/gateway/app.ts";
import { openPlatformDatabase } from "../../src/gateway/database.ts";

export interface RunningGateway {
  readonly url: string;
  readonly login: string;
  readonly password: string;
  stop(): Promise<void>;
}

/** The whole product on a free port, with the demonstration data in memory (or in the given folder). */
export async function startGateway(options: { dataDir?: string; databaseUrl?: string } = {}): Promise<RunningGateway> {
  const { database, logins } = await openPlatformDatabase({
    dataDir: options.dataDir,
    databaseUrl: options.databaseUrl,
  });
  const panel = new URL("../../dist/panel/", import.meta.url);
  const app = await buildGateway({}, database, panel.pathname);
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const [login, password] = logins[0] ?? ["", ""];
  return {
    url,
    login,
    password,
    stop: async () => {
      await app.close();
      await database.close();
    },
  };
}
