import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SipUser {
  readonly user: string;
  readonly domain: string;
  readonly password: string;
  /** Digits without a plus: calls to it reach the user, and calls of the user come from it. */
  readonly number: string;
}

const PROGRAM = "/usr/sbin/kamailio";
const LIBRARIES = "/usr/lib";
const PACKAGES = ["kamailio", "kamailio-websocket-modules"];

/** Where Kamailio is, or null: the tests that need it are skipped then. */
export const kamailio = ensureSipServer();

/** Finds Debian's Kamailio, or installs it; null where it is not there and cannot be installed. */
function ensureSipServer() {
  const found = findSipServer();
  if (found || process.getuid?.() !== 0 || spawnSync("which", ["apt-get"]).status !== 0) return found;
  console.log("No Kamailio found; installing it ...");
  // On a computer of its own it would start at once: what listens is the test's business.
  const options: SpawnSyncOptions = {
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  };
  if (spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...PACKAGES], options).status !== 0) {
    spawnSync("apt-get", ["update", "-qq"], options);
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...PACKAGES], options);
  }
  return findSipServer();
}

function findSipServer() {
  if (!existsSync(PROGRAM)) return null;
  const folders = readdirSync(LIBRARIES).map((name) => join(LIBRARIES, name, "kamailio/modules"));
  const modules = folders.find((folder) => existsSync(join(folder, "websocket.so")));
  return modules ? { program: PROGRAM, modules } : null;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Kamailio as registrar and proxy for some users over WebSocket, on this computer only. */
export class SipServer {
  readonly #child: ChildProcess;
  readonly #folder: string;
  #log = "";

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    child.stderr?.on("data", (data: Buffer) => {
      this.#log += data.toString();
    });
  }

  static async start(port: number, users: readonly SipUser[]): Promise<SipServer> {
    if (!kamailio) throw new Error("Kamailio is not installed");
    const folder = await mkdtemp(join(tmpdir(), "patchbay-sip-"));
    const file = join(folder, "kamailio.cfg");
    await writeFile(file, configuration(port, users, kamailio.modules));
    const options = ["-f", file, "-DD", "-E", "-m", "32", "-M", "8", "-Y", folder, "-w", folder];
    const server = new SipServer(spawn(kamailio.program, options, { stdio: ["ignore", "ignore", "pipe"] }), folder);
    await server.#answers(port);
    return server;
  }

  /** What it has written, for a test that fails. */
  get log(): string {
    return this.#log;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const left = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await left;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #answers(port: number): Promise<void> {
    let isOpen = false;
    while (!isOpen) {
      if (this.#child.exitCode !== null) throw new Error(`Kamailio did not start: ${this.#log}`);
      const socket = connect(port, "127.0.0.1");
      isOpen = await Promise.race([
        once(socket, "connect").then(() => true),
        once(socket, "error").then(() => false),
      ]).catch(() => false);
      socket.destroy();
    }
  }
}

/** HA1 of digest authentication: letters and digits only, unlike a password. */
const secretOf = ({ user, domain, password }: SipUser) =>
  createHash("md5").update(`${user}:${domain}:${password}`).digest("hex");

function configuration(port: number, users: readonly SipUser[], modules: string): string {
  const domains = [...new Set(users.map(({ domain }) => domain))];
  const secrets = users.map((one) => `  if ($au == "${one.user}") $var(secret) = "${secretOf(one)}";`);
  const numbers = users.map(({ user, number }) => `  if ($rU =~ "^\\\\+?${number}$") $rU = "${user}";`);
  const identities = users.map(
    ({ user, domain, number }) =>
      `  if ($fU == "${user}") append_hf("P-Asserted-Identity: <sip:${number}@${domain}>\\r\\n");`,
  );
  return `#!KAMAILIO
debug=1
log_stderror=yes
children=1
tcp_children=2
auto_aliases=no
tcp_accept_no_cl=yes
listen=tcp:127.0.0.1:${port}
${domains.map((domain) => `alias="${domain}"`).join("\n")}
mpath="${modules}/"
${[
  ...["tm", "sl", "rr", "pv", "maxfwd", "usrloc", "registrar", "textops", "siputils", "auth", "nathelper"],
  ...["xhttp", "websocket"],
]
  .map((name) => `loadmodule "${name}.so"`)
  .join("\n")}
modparam("usrloc", "db_mode", 0)
modparam("nathelper|registrar", "received_avp", "$avp(received)")
modparam("tm", "fr_timer", 10000)

event_route[xhttp:request] {
  if ($hdr(Upgrade) =~ "websocket" && $rm =~ "GET") {
    if (ws_handle_handshake()) exit;
  }
  xhttp_reply("404", "Not Found", "", "");
}

request_route {
  if (!mf_process_maxfwd_header("10")) { sl_send_reply("483", "Too Many Hops"); exit; }
  force_rport();
  if (is_method("REGISTER")) fix_nated_register();
  else add_contact_alias();

  if (is_method("CANCEL")) { if (t_check_trans()) t_relay(); exit; }
  if (has_totag()) {
    if (loose_route()) {
      if ($du == "") handle_ruri_alias();
      route(RELAY);
    }
    if (is_method("ACK")) { if (t_check_trans()) t_relay(); exit; }
    sl_send_reply("404", "Not Here");
    exit;
  }
  t_check_trans();

  $var(secret) = "";
${secrets.join("\n")}
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("$td", "$var(secret)", "1")) { www_challenge("$td", "0"); exit; }
    save("location");
    exit;
  }
  if (!pv_proxy_authenticate("$fd", "$var(secret)", "1")) { proxy_challenge("$fd", "0"); exit; }
  consume_credentials();
  record_route();
${identities.join("\n")}
${numbers.join("\n")}
  if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
  route(RELAY);
}

route[RELAY] {
  t_on_reply("REPLY");
  if (!t_relay()) sl_reply_error();
  exit;
}

onreply_route[REPLY] {
  add_contact_alias();
}
`;
}
