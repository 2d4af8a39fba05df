import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestPlatform } from "../../../testing/platform.ts";
import { buildOutbox, buildSmtpMailer } from "./mailer.ts";

const sender = "Patchbay <patchbay@platform.example>";
const mail = { to: "ada@example.org", subject: "Réset", text: "Hello\n" };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "patchbay-mail-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Received {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** A mail server for one message. */
async function receive(send: (url: URL) => Promise<unknown>): Promise<Received> {
  let take: (mail: Received) => void = () => {};
  const received = new Promise<Received>((resolve) => {
    take = resolve;
  });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        take({
          from,
          to: envelope.rcptTo.map(({ address }) => address).join(),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const address = server.server.address();
  try {
    await send(new URL(`smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`));
    return await received;
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

describe("a mail server", () => {
  it("receives a password reset link", async () => {
    const { from, to, text } = await receive(async (url) => {
      const mailer = buildSmtpMailer(url, sender);
      const platform = await openTestPlatform({ mailer, publicUrl: "https://panel.example/voip" });
      const body = { type: "administrator", username: "master" };
      await platform.anonymous.send("POST", "/api/passwordreset/", body);
      // Waits for pending messages.
      await platform.close();
    });
    expect([from, to]).toEqual(["patchbay@platform.example", "master@example.org"]);
    expect(text).toMatch(/^From: Patchbay <patchbay@platform\.example>\r$/m);
    expect(text).toMatch(/^Subject: Reset your password\r$/m);
    expect(text).toMatch(/^https:\/\/panel\.example\/voip\/#\/recoverpassword\?token=[\w-]{22}\r$/m);
  });

  it("makes sending fail when it refuses", async () => {
    await expect(buildSmtpMailer(new URL("smtp://127.0.0.1:1"), sender).send(mail)).rejects.toThrow(/ECONNREFUSED/);
  });
});

it("the outbox writes each message to a file readable by its owner only, and reports the path", async () => {
  const reported: string[] = [];
  const outbox = buildOutbox(join(folder, "outbox"), sender, (path) => reported.push(path));
  await outbox.send(mail);
  await outbox.send(mail);
  const files = await readdir(join(folder, "outbox"));
  expect(reported.map((path) => path.split("/").at(-1)).sort()).toEqual(files.sort());
  expect(files).toHaveLength(2);
  expect(files[0]).toMatch(/\.eml$/);
  const [path = ""] = reported;
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const text = await readFile(path, "utf8");
  expect(text).toMatch(/^To: ada@example\.org\r$/m);
  expect(text).toMatch(/^From: Patchbay <patchbay@platform\.example>\r$/m);
});
