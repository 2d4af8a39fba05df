import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface Mail {
  /** Default: the platform's own sender. */
  readonly from?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly name: string; readonly type: string; readonly content: Buffer };
}

export interface Mailer {
  /** Messages stay on the server, as there is no mail server. */
  readonly isOutbox?: true;
  /** Resolves once the message is accepted by the server; rejects otherwise. */
  send(mail: Mail): Promise<void>;
}

export function buildSmtpMailer(url: URL, from: string): Mailer {
  return {
    send: async (mail) => {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport(url.href);
      await transport.sendMail(toMessage(from, mail));
    },
  };
}

/**
 * Without a mail server: writes each message to a file in the folder, readable by the server's own account only.
 * `report` gets the path, never the contents.
 */
export function buildOutbox(folder: string, from: string, report: (path: string) => void): Mailer {
  return {
    isOutbox: true,
    send: async (mail) => {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(toMessage(from, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
      const path = join(folder, `${time}-${randomBytes(3).toString("hex")}.eml`);
      // Renamed when complete: others watch for files in this folder.
      const unfinished = `${path}.part`;
      await writeFile(unfinished, message, { mode: 0o600, flag: "wx" });
      await rename(unfinished, path);
      report(path);
    },
  };
}

/** Converts a message to nodemailer's options; a sender of its own replaces the platform's. */
function toMessage(from: string, { attachment, ...mail }: Mail) {
  if (!attachment) return { from, ...mail };
  const { name: filename, type: contentType, content } = attachment;
  return { from, ...mail, attachments: [{ filename, contentType, content }] };
}
