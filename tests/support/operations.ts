import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./sipServer.ts";

const project = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** A code block that the operator runs. */
export interface Block {
  /** The heading above it. */
  readonly section: string;
  readonly commands: string;
  /** What a test has not: of a first line `# needs: …`. */
  readonly needs: string | undefined;
}

/** All `bash` blocks of a Markdown document, in order; other kinds are not allowed in it. */
export function readBlocks(path: string): Block[] {
  let section = "";
  const parts = readFileSync(path, "utf8").matchAll(/^#+ ([^\n]+)$|^```(\w*)\n(.*?)^```$/gms);
  return [...parts].flatMap(([, heading, language, commands = ""]) => {
    section = heading ?? section;
    if (language === undefined) return [];
    if (language !== "bash") throw new Error(`${path}: unexpected code block: ${language}`);
    return [{ section, commands, needs: /^# needs: (.+)$/m.exec(commands.split("\n", 1)[0] ?? "")?.[1] }];
  });
}

/**
 * A machine to follow the document on: its folders below one of ours, its ports free ones, this project in /opt/patchbay. In
 * place of systemd we start what the unit says, with its settings, as the same user.
 */
export class Machine {
  readonly folder = mkdtempSync(join(tmpdir(), "patchbay-operations-"));
  readonly url: string;
  readonly #ports: Readonly<Record<string, number>>;
  readonly #systemd: Server;
  #service: ChildProcess | undefined;

  private constructor(ports: Readonly<Record<string, number>>) {
    this.#ports = ports;
    this.url = `http://127.0.0.1:${ports["8080"]}`;
    this.#systemd = createServer((request, response) => {
      this.#control((request.url ?? "").slice(1)).then(
        () => response.end(),
        () => response.writeHead(500).end(),
      );
    });
  }

  static async build(): Promise<Machine> {
    const machine = new Machine({ 8080: await freePort(), 9464: await freePort() });
    const { folder } = machine;
    for (const name of ["bin", "etc/systemd/system", "etc/cron.daily", "usr/local/bin", "var/lib", "var/backups"]) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    const socket = join(folder, "systemd.sock");
    machine.#systemd.listen(socket);
    await once(machine.#systemd, "listening");
    const programs = {
      systemctl: `exec curl --silent --fail --unix-socket '${socket}' "http://systemd/$1"`,
      journalctl: `exec cat '${join(folder, "journal")}'`,
    };
    for (const [name, line] of Object.entries(programs)) {
      writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    }
    return machine;
  }

  /** Standard output of the commands; throws with standard error if one fails. */
  async run(commands: string): Promise<string> {
    const places = [join(this.folder, "bin"), join(this.folder, "usr/local/bin"), dirname(process.execPath)];
    const child = spawn("bash", ["-e", "-o", "pipefail", "-c", this.#here(commands)], {
      cwd: this.folder,
      env: { PATH: [...places, process.env.PATH].join(":") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, complaints] = ["", ""];
    child.stdout.on("data", (data: Buffer) => {
      output += data.toString();
    });
    child.stderr.on("data", (data: Buffer) => {
      complaints += data.toString();
    });
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`status ${code} of\n${commands}${output}${complaints}`);
    return output;
  }

  async remove(): Promise<void> {
    this.#service?.kill("SIGKILL");
    this.#systemd.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Absolute paths and ports of the document, as they are here, and ten times its patience: tests share their machine. */
  #here(text: string): string {
    return text
      .replaceAll("--retry 60", "--retry 600")
      .replaceAll("/opt/patchbay", project)
      .replaceAll(/(?<![\w/])\/(?=etc\/|var\/|usr\/local\/)/g, `${this.folder}/`)
      .replaceAll(/\b(?:8080|9464)\b/g, (port) => String(this.#ports[port]));
  }

  async #control(command: string): Promise<void> {
    if (command === "daemon-reload") return;
    if (command !== "enable" && command !== "start") await this.#stop();
    if (command !== "stop") this.#start();
  }

  #start(): void {
    const unit = this.#here(readFileSync(join(this.folder, "etc/systemd/system/patchbay.service"), "utf8"));
    const settingOf = (name: string) => new RegExp(`^${name}=-?(.+)$`, "m").exec(unit)?.[1] ?? "";
    const [, ...args] = settingOf("ExecStart").split(" ");
    const assignments = `${settingOf("Environment").replaceAll(" ", "\n")}\n${readFileSync(settingOf("EnvironmentFile"), "utf8")}`;
    const settings = [...assignments.matchAll(/^(\w+)='?(.*?)'?$/gm)].map(([, name, value]) => [name, value]);
    const journal = openSync(join(this.folder, "journal"), "a");
    this.#service = spawn(process.execPath, args, {
      cwd: this.folder,
      env: { PATH: process.env.PATH, PORT: String(this.#ports["8080"]), ...Object.fromEntries(settings) },
      stdio: ["ignore", journal, journal],
    });
    closeSync(journal);
  }

  async #stop(): Promise<void> {
    const service = this.#service;
    if (!service || service.exitCode !== null || service.signalCode !== null) return;
    const left = once(service, "exit");
    service.kill("SIGTERM");
    await left;
  }
}
