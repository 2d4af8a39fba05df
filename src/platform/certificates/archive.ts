import { strToU8, type Zippable, zipSync } from "fflate";
import type { Texts } from "../../core/texts.ts";
import type { Authority } from "./authority.ts";
import type { ClientCertificate, Holder } from "./issue.ts";

/** Unix permissions of an entry: unpacking must not expose the private key to other users. */
const modes = { open: 0o100644, own: 0o100600 } as const;

const names = {
  certificate: "client-certificate.pem",
  key: "client-key.pem",
  authority: "ca-certificate.pem",
} as const;

/** What a program needs to log in with a certificate, with instructions from `texts`. */
export function packCertificate(
  authority: Authority,
  holder: Holder,
  made: ClientCertificate,
  texts: Texts,
): Uint8Array {
  const readme = texts("certificates.readme", {
    ...names,
    login: holder.login,
    serial: made.serial,
    until: made.notAfter.toISOString().slice(0, 10),
  });
  return zipSync({
    [names.certificate]: entry(made.pem, modes.open),
    [names.key]: entry(made.privateKeyPem, modes.own),
    [names.authority]: entry(authority.pem, modes.open),
    "README.txt": entry(readme, modes.open),
  });
}

function entry(text: string, mode: number): Zippable[string] {
  return [strToU8(text), { os: 3, attrs: mode << 16 }];
}
