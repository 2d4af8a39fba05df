import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../tests/support/postgres.ts";

export interface Haproxy {
  /** `https://127.0.0.1:<port>`, with a certificate that nobody has signed. */
  readonly url: string;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

const shipped = fileURLToPath(new URL("../../deploy/haproxy.cfg", import.meta.url));

/** Whether the program is installed. */
export const hasHaproxy = spawnSync("haproxy", ["-v"]).status === 0;

/**
 * Starts HAProxy as `deploy/haproxy.cfg` says, with these nodes (`127.0.0.1:8080`) in the place of the file's own and a
 * certificate of a day. Resolves once it listens.
 */
export async function startHaproxy(nodes: readonly string[]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), "patchbay-haproxy-"));
  let child: ChildProcess | undefined;
  try {
    const [plain, panel] = [await freePort(), await freePort()];
    const config = join(folder, "haproxy.cfg");
    const certificate = join(folder, "panel.pem");
    await writeFile(certificate, selfSigned());
    const text = await readFile(shipped, "utf8");
    await writeFile(config, fillIn(text, { plain, panel, certificate, nodes }));
    child = spawn("haproxy", ["-db", "-f", config], { stdio: ["ignore", "ignore", "pipe"] });
    await listening(child, panel);
    return {
      url: `https://127.0.0.1:${panel}`,
      pid: child.pid,
      stop: async () => {
        await end(child);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await end(child);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Places {
  readonly plain: number;
  readonly panel: number;
  readonly certificate: string;
  readonly nodes: readonly string[];
}

/** Each line of a server is repeated for each node: what the file says about servers holds for all of them. */
function fillIn(text: string, { plain, panel, certificate, nodes }: Places): string {
  return (
    text
      // Fewer open files than an account on an ordinary machine may have.
      .replace("maxconn 10000", "maxconn 1000")
      .replace("bind :8080", `bind 127.0.0.1:${plain}`)
      .replace("bind :8443", `bind 127.0.0.1:${panel}`)
      .replace("/certificates/panel.pem", certificate)
      .replaceAll(/^( +server )patchbay-1 patchbay-1:8080(.*)$/gm, (_, start: string, options: string) =>
        nodes.map((node, at) => `${start}node-${at + 1} ${node}${options}`).join("\n"),
      )
      .replaceAll(/^ +server patchbay-2 .*\n/gm, "")
  );
}

/** Certificate and key as PEM. */
function selfSigned(): string {
  const options = ["-keyout", "-", "-out", "-", "-days", "1", "-subj", "/CN=panel.example"];
  const made = spawnSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...options], {
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  return made.stdout;
}

/** Asks its plain address until something answers: haproxy does not say when it listens. */
async function listening(child: ChildProcess, port: number): Promise<void> {
  let complaints = "";
  child.stderr?.on("data", (data: Buffer) => {
    complaints += data.toString();
  });
  const ended = once(child, "exit").then(([status]) => {
    throw new Error(`haproxy ended with ${status}: ${complaints}`);
  });
  ended.catch(() => undefined);
  const answers = async () => {
    for (;;) {
      const socket = connect(port, "127.0.0.1");
      const isOpen = await once(socket, "connect").then(
        () => true,
        () => false,
      );
      socket.destroy();
      if (isOpen) return;
    }
  };
  await Promise.race([answers(), ended]);
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const left = once(child, "exit");
  child.kill("SIGKILL");
  await left;
}
