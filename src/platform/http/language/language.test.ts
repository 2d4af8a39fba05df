import { describe, expect, it } from "vitest";
import { platformUntilEnd } from "../../../testing/platform.ts";
import { languageOf } from "./requestLanguage.ts";

const platform = await platformUntilEnd();
const master = await platform.as("master");

it.each([
  ["nothing", {}, "en"],
  ["the cookie before the browser", { cookie: "a=b; ngcp_panel_lang=de", "accept-language": "it" }, "de"],
  ["the older panel's English", { cookie: "ngcp_panel_lang=en-us", "accept-language": "de" }, "en"],
  ["the browser's first", { "accept-language": "de-AT,en;q=0.8" }, "de"],
  ["the browser's heaviest", { "accept-language": "en;q=0.2, ru;q=0.9, it;q=0" }, "ru"],
  ["the first with texts", { cookie: "ngcp_panel_lang=tlh", "accept-language": "tlh, it;q=0.1" }, "it"],
  ["nonsense", { cookie: "ngcp_panel_lang=../../etc", "accept-language": ";;q=x,__proto__" }, "en"],
])("the language of a request is read from %s", (_, headers, language) => {
  expect(languageOf({ headers })).toBe(language);
});

describe("texts of the server", () => {
  const labelIn = async (lang: string) => {
    const { body } = await master.send("GET", `/api/domainpreferencedefs/?lang=${lang}`);
    const definitions = body as Record<string, { label: string; preference_group: string }>;
    return definitions.concurrent_max?.preference_group;
  };

  it("describe preferences in the requested language", async () => {
    const [english, german, russian] = await Promise.all([labelIn("en-us"), labelIn("de"), labelIn("ru")]);
    expect(english).toMatch(/^Call Blockings|[A-Za-z ]+$/);
    expect(new Set([english, german, russian]).size).toBe(3);
    expect(russian).toMatch(/^[А-Я]/);
    expect(await labelIn("tlh")).toBe(english);
    expect(await labelIn("..%2F..%2Fpackage")).toBe(english);
  });

  it("render the API page in the reader's language", async () => {
    const headers = { accept: "text/html", "accept-language": "de-DE" };
    const page = await master.send("GET", "/api/", undefined, headers);
    expect(page.text).toContain('<html lang="de">');
    expect(page.text).toMatch(/<h1>API dieser Plattform<\/h1>/);
    expect(page.headers.vary).toMatch(/Accept-Language/);
    const refused = await platform.anonymous.send("GET", "/api/", undefined, headers);
    expect([refused.status, refused.text.includes('<html lang="de">')]).toEqual([401, true]);
  });

  it("stay English for programs", async () => {
    const { body } = await master.send("GET", "/api/domains/999999", undefined, { "accept-language": "de" });
    expect((body as { message: string }).message).toMatch(/^[\x20-\x7e]+$/);
  });
});
