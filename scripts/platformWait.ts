import { connect } from "node:net";
import type { Connect, Plugin } from "vite";

const PATIENCE_MS = 20_000;
const PAUSE_MS = 100;

/** Holds requests to the platform back while it starts again, so that a changed schema shows no page of failures. */
export function platformWait(platform: string, paths: readonly RegExp[]): Plugin {
  const { hostname, port } = new URL(platform);
  const wait: Connect.NextHandleFunction = async ({ url = "" }, _, next) => {
    const end = Date.now() + PATIENCE_MS;
    while (paths.some((path) => path.test(url)) && !(await isListening(hostname, Number(port))) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    next();
  };
  return {
    name: "patchbay:platform-wait",
    apply: "serve",
    configureServer: ({ middlewares }) => void middlewares.use(wait),
  };
}

function isListening(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}
