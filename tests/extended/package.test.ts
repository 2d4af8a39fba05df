import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { get } from "node:https";
import { isBuiltin } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DockerfileParser } from "dockerfile-ast";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ordinaryAccount, startProgram } from "../support/ordinaryServer.ts";
import { freePort } from "../support/postgres.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

const dockerfile = DockerfileParser.parse(read("Dockerfile"));
const instructions = dockerfile.getInstructions();
const lastStage = instructions.slice(instructions.findLastIndex((one) => one.getKeyword() === "FROM"));
const words = (keyword: string, among = lastStage) =>
  among
    .filter((one) => one.getKeyword() === keyword)
    .map((one) => one.getArguments().map((argument) => argument.getValue()));

const folder = mkdtempSync(join(tmpdir(), "patchbay-package-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the Dockerfile", () => {
  it("builds in one stage and runs in another, as an ordinary user, checked by /ready", () => {
    expect(words("FROM", instructions)).toHaveLength(2);
    expect(words("FROM", instructions).every(([image]) => /^node:\d+-/.test(image ?? ""))).toBe(true);
    expect(words("USER")).toEqual([["node"]]);
    const keywords = lastStage.map((one) => one.getKeyword());
    // What comes after it runs and writes as that user.
    expect(keywords.slice(keywords.indexOf("USER"))).not.toContain("RUN");
    expect(words("HEALTHCHECK")[0]?.join(" ")).toContain("/ready");
    expect(words("VOLUME")).toEqual([["/data"]]);
    expect(words("ADD", instructions)).toEqual([]);
  });

  it("leaves secrets, data and history out of what it copies", () => {
    const [first, ...patterns] = read(".dockerignore")
      .split("\n")
      .filter((line) => line && !line.startsWith("#"));
    expect(first).toBe("*");
    const wanted = patterns.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    for (const name of [".git", "data", "node_modules", "deploy", ".env", "dist"]) expect(wanted).not.toContain(name);
    // The build's configuration is bundled with whatever it imports, tests or not.
    const imported = [...read("vite.config.ts").matchAll(/(?:from |import\()"\.\/([^"]+)"/g)].map(
      ([, name = ""]) => name,
    );
    expect(imported.length).toBeGreaterThan(3);
    for (const name of imported)
      expect(
        wanted.some((one) => `${name}/`.startsWith(`${one}/`)),
        name,
      ).toBe(true);
  });

  it("keeps all packages that the server imports", () => {
    const imported =
      /(?:^(?:import|export)\b[^;"]*|\bimport\(|\brequire\(|\.resolve\()"((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[\w./-]*)?"/gm;
    const modules = readdirSync(join(root, "dist/server")).filter((name) => name.endsWith(".js"));
    const names = modules.flatMap((name) =>
      [...read(`dist/server/${name}`).matchAll(imported)].map(([, one = ""]) => one),
    );
    const { dependencies } = JSON.parse(read("package.json")) as { readonly dependencies: object };
    expect(names.filter((name) => !isBuiltin(name) && !(name in dependencies))).toEqual([]);
    expect(names).toContain("fastify");
  });

  it("makes a server that starts and lets people log in, with its packages only and as an ordinary user", async () => {
    const app = join(folder, "app");
    for (const [source = "", target = ""] of words("COPY").map((all) => all.filter((one) => !one.startsWith("--")))) {
      if (source.endsWith("/node_modules")) copyPackages(app);
      else
        cpSync(join(root, source.replace(/^\/app\//, "")), join(app, target, target.endsWith("/") ? source : ""), {
          recursive: true,
        });
    }
    const data = join(folder, "data");
    mkdirSync(data, { mode: 0o700 });
    const account = ordinaryAccount();
    if (account) {
      chownSync(data, account.uid, account.gid);
      // Readable, as in the image, and nothing more.
      spawnSync("chmod", ["-R", "go+rX,go-w", folder]);
    }
    const [program = "", ...args] = (words("CMD")[0] ?? []).join(" ").match(/[^\s",[\]]+/g) ?? [];
    expect(program).toBe("node");
    const env = { NODE_ENV: "production", HOST: "127.0.0.1", PORT: "0", DATA_DIR: data, DEMO: "1", LOG_LEVEL: "info" };
    const server = await startProgram(args, { cwd: app, env, account });
    try {
      expect(await (await fetch(`${server.url}/ready`)).json()).toEqual({ status: "ready" });
      expect((await fetch(server.url)).headers.get("content-type")).toMatch(/^text\/html/);
      const body = JSON.stringify({ username: "administrator", password: "Copper-Lantern-42!" });
      const headers = { "content-type": "application/json" };
      expect((await fetch(`${server.url}/login_jwt`, { method: "POST", headers, body })).status).toBe(200);
    } finally {
      expect(await server.stop()).toBe(0);
    }
    const [line = ""] = server.complaints().split("\n");
    expect(JSON.parse(line)).toMatchObject({ level: "info" });
  });
});

/** Copies the packages that `npm prune --omit=dev` leaves. */
function copyPackages(target: string): void {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    readonly packages: Readonly<Record<string, { readonly dev?: true; readonly devOptional?: true }>>;
  };
  for (const [path, { dev, devOptional }] of Object.entries(packages))
    if (path !== "" && !dev && !devOptional && existsSync(join(root, path)))
      cpSync(join(root, path), join(target, path), { recursive: true });
}

describe("deploy/compose.yaml", () => {
  interface Service {
    readonly image?: string;
    readonly read_only?: boolean;
    readonly cap_drop?: readonly string[];
    readonly environment?: Readonly<Record<string, string>>;
    readonly ports?: readonly string[];
    readonly secrets?: readonly string[];
    readonly networks?: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>;
  }
  const { services, secrets, networks } = parse(read("deploy/compose.yaml"), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
    secrets: object;
    networks: Readonly<Record<string, { internal?: boolean }>>;
  };

  it("runs two nodes that write to their volume only, and are reached through HAProxy only", () => {
    const nodes = Object.entries(services).filter(([, { image }]) => image === "patchbay");
    expect(nodes.map(([name]) => name)).toEqual(["patchbay-1", "patchbay-2"]);
    for (const [, node] of nodes) {
      expect(node).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      expect(node.ports).toBeUndefined();
      const front = services.haproxy?.networks;
      expect(front).toMatchObject({ front: { ipv4_address: node.environment?.TRUSTED_PROXIES } });
    }
    expect(networks.back?.internal).toBe(true);
    for (const { secrets: used = [] } of Object.values(services)) {
      for (const name of used) expect(secrets).toHaveProperty(name);
    }
  });

  it("balances over the nodes by name", () => {
    const balanced = [...read("deploy/haproxy.cfg").matchAll(/^ {2}server (\S+) \1:8080$/gm)].map(([, name]) => name);
    expect(balanced).toEqual(["patchbay-1", "patchbay-2"]);
  });
});

/** Whether a program is installed; if not, the test says what it left out. */
function isInstalled(program: string): boolean {
  const isThere = spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
  if (!isThere) console.warn(`  ${program} is not installed: its file in deploy/ was not checked by it`);
  return isThere;
}

function check(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return status === 0 ? "" : `${stdout}${stderr}`;
}

describe("files for other programs", () => {
  it.skipIf(!isInstalled("systemd-analyze"))("patchbay.service is valid, and exposes little", () => {
    const unit = join(folder, "patchbay.service");
    writeFileSync(unit, read("deploy/patchbay.service").replace("/usr/bin/node", process.execPath));
    expect(check("systemd-analyze", "verify", unit)).toBe("");
    expect(check("systemd-analyze", "security", "--offline=yes", "--threshold=20", unit)).toBe("");
  });

  it.skipIf(!isInstalled("haproxy"))("haproxy.cfg is valid", () => {
    const config = join(folder, "haproxy.cfg");
    writeFileSync(config, read("deploy/haproxy.cfg").replace("/certificates/panel.pem", certificate().both));
    expect(check("haproxy", "-c", "-f", config)).toBe("");
  });

  it.skipIf(!isInstalled("nginx"))("nginx.conf is valid, and passes on what nodes say of themselves", async () => {
    const { key, chain } = certificate();
    const asked: string[] = [];
    // What both nodes answer without their database.
    const nodes = ["one", "two"].map((name) =>
      createServer((_request, response) => {
        asked.push(name);
        response.writeHead(503, { "retry-after": "1" }).end("{}");
      }).listen(0, "127.0.0.1"),
    );
    await Promise.all(nodes.map((node) => once(node, "listening")));
    const [one, two] = nodes.map((node) => (node.address() as AddressInfo).port);
    const port = await freePort();
    const site = read("deploy/nginx.conf")
      .replace("/etc/ssl/patchbay/fullchain.pem", chain)
      .replace("/etc/ssl/patchbay/privkey.pem", key)
      .replace("/var/log/nginx", folder)
      .replace("127.0.0.1:8080", `127.0.0.1:${one}`)
      .replace("# server 192.0.2.2:8080", `server 127.0.0.1:${two}`)
      .replace(/listen \[::\]:.*\n/g, "")
      .replace("listen 80;", `listen unix:${folder}/plain;`)
      .replace("listen 443", `listen 127.0.0.1:${port}`);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const temporary = paths.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ");
    const config = join(folder, "nginx.conf");
    writeFileSync(
      config,
      `daemon off; pid ${folder}/pid; error_log stderr; events {}\nhttp { access_log off; ${temporary}\n${site}}`,
    );
    expect(check("nginx", "-t", "-c", config)).toBe("");
    const nginx = spawn("nginx", ["-c", config], { stdio: "ignore" });
    try {
      const options = { host: "127.0.0.1", port, path: "/api/customers/", rejectUnauthorized: false };
      const ask = async () => {
        const [answer] = (await once(get(options), "response")) as [IncomingMessage];
        answer.resume();
        return [answer.statusCode, answer.headers["retry-after"]];
      };
      await expect
        .poll(
          () =>
            ask().then(
              () => true,
              () => false,
            ),
          { timeout: 10_000 },
        )
        .toBe(true);
      asked.length = 0;
      // None of them is left out for it, after which nginx would have nobody to ask.
      for (const _ of [1, 2, 3, 4]) expect(await ask()).toEqual([503, "1"]);
      expect(asked).toHaveLength(4);
    } finally {
      const ended = once(nginx, "exit");
      nginx.kill("SIGTERM");
      await ended;
      for (const node of nodes) node.close();
    }
  });
});

/** A certificate of a day, as files. */
function certificate(): { readonly key: string; readonly chain: string; readonly both: string } {
  const [key, chain, both] = ["key.pem", "chain.pem", "both.pem"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const names = ["-keyout", key, "-out", chain, "-days", "1", "-subj", "/CN=panel.example"];
  expect(check("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", ...names)).toBe("");
  writeFileSync(both, readFileSync(chain, "utf8") + readFileSync(key, "utf8"));
  return { key, chain, both };
}
