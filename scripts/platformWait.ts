import { connect } from "node:net";
import type { Connect, Plugin } from "vite";

const TIMEOUT_MS = 20_000;
const POLL_MS = 100;

/** Holds requests to the platform while it restarts, so that a changed schema does not show an error page. */
export function platformWait(platform: string, paths: readonly RegExp[]): Plugin {
  const { hostname, port } = new URL(platform);
  const wait: Connect.NextHandleFunction = async ({ url = "" }, _, next) => {
    const end = Date.now() + TIMEOUT_MS;
    while (paths.some((path) => path.test(url)) && !(await isListening(hostname, Number(port))) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}
