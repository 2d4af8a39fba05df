import { noteAnswer, noteSecrets, noteSecretsIn } from "./runLogs.ts";

/** Setup of tests of the built product: what is sent and got by fetch, too, must not be in its logs. */
const plain = globalThis.fetch;

const fetchAndNote: typeof fetch = async (input, init) => {
  const given = new Headers(init?.headers);
  noteSecrets([given.get("authorization") ?? ""].map((value) => value.replace(/^(?:Bearer|Basic) /i, "")));
  if (typeof init?.body === "string") noteSecretsIn(parsed(init.body));
  const response = await plain(input, init);
  noteSecrets(response.headers.getSetCookie().map((cookie) => /^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? ""));
  // Beside the test: it may read slowly, or not at all.
  if (/\bjson\b/.test(response.headers.get("content-type") ?? ""))
    void response
      .clone()
      .text()
      .then((text) => noteAnswer(parsed(text)))
      .catch(() => undefined);
  return response;
};

// Files that share a process run this once each.
const mark = Symbol.for("patchbay.notedFetch");
if (!(mark in plain)) globalThis.fetch = Object.assign(fetchAndNote, { [mark]: true });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
