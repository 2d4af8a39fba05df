import { describe, expect, it } from "vitest";
import { resources } from "../../../generated/all.gen.ts";
import { type Client, platformUntilEnd, type TestLogin } from "../../../testing/platform.ts";
import { openApiDocument } from "./openApi.ts";
import { html } from "./page.ts";

/** Accept header of a browser that opens an address. */
const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const platform = await platformUntilEnd();

async function open(login: TestLogin) {
  const client: Client = await platform.as(login);
  return client.send("GET", "/api/", undefined, browser);
}

const sectionsOf = (page: string) => [...page.matchAll(/<section class="resource" id="(\w+)"/g)].map(([, id]) => id);
const sectionOf = (page: string, name: string) =>
  page.split('<section class="resource" ').find((section) => section.startsWith(`id="${name}"`)) ?? "";

describe("the documentation", () => {
  it("has every resource with all its operations and fields, as the OpenAPI document has them", async () => {
    const { status, headers, text } = await open("master");
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    // Lawful interception is only for its own roles.
    const isOpen = (name: string) => name !== "interceptions";
    expect(new Set(sectionsOf(text))).toEqual(new Set(Object.keys(resources).filter(isOpen)));
    const { paths } = openApiDocument();
    for (const [path, item] of Object.entries(paths).filter(([url]) => isOpen(url.split("/")[1] ?? ""))) {
      const section = sectionOf(text, path.split("/")[1] ?? "");
      for (const method of Object.keys(item).filter((key) => key !== "parameters")) {
        expect(section, `${method} ${path}`).toMatch(
          new RegExp(`${method.toUpperCase()}</span> <code>/api${path.replace(/[{}]/g, "\\$&")}<`),
        );
      }
    }
    for (const { descriptor } of Object.values(resources).filter((one) => isOpen(one.descriptor.name))) {
      for (const { name } of descriptor.fields.filter(
        ({ internal, file, readOnly }) => !internal && !(file && readOnly),
      )) {
        expect(sectionOf(text, descriptor.name), `${descriptor.name}.${name}`).toContain(`<code>${name}</code>`);
      }
    }
  });

  it("has a text for everything, and no inline script or style", async () => {
    const { text } = await open("master");
    expect(text.match(/apidocs\.[\w.-]+|undefined|\[object/g)).toBeNull();
    expect(text.match(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/g)).toBeNull();
  });

  it("documents required fields, bounds, choices, filters and statuses", async () => {
    const vouchers = sectionOf((await open("master")).text, "vouchers").replaceAll(/\s+/g, " ");
    expect(vouchers).toContain("<td>text, at most 128 characters</td> <td>required</td>");
    expect(vouchers).toContain("<td>whole number, at least 1</td> <td>required, on creation only</td>");
    expect(vouchers).toContain("<dt><code>valid_until_gt</code></dt><dd>valid_until is greater or later.</dd>");
    expect(vouchers).toContain("<dt><code>412</code></dt>");
    const calls = sectionOf((await open("master")).text, "calllists");
    expect(calls).toContain("text: <code>in</code>, <code>out</code>");
  });

  it("shows each role what it may use, with working links", async () => {
    const { text } = await open("resellerTwo");
    expect(sectionsOf(text)).toContain("customers");
    expect(sectionsOf(text)).not.toContain("peeringgroups");
    const reader = sectionOf((await open("reader")).text, "customers");
    expect(reader).toContain('<span class="verb get">');
    expect(reader).not.toContain('<span class="verb post">');
    for (const [, target] of text.matchAll(/href="#(\w+)"/g)) expect(text).toContain(`id="${target}"`);
  });

  it("explains why when access is denied", async () => {
    const nobody = await platform.anonymous.send("GET", "/api/", undefined, browser);
    expect([nobody.status, nobody.headers["content-type"]]).toEqual([401, "text/html; charset=utf-8"]);
    expect(nobody.text).toContain("Log in first");
    const intercept = await open("intercept");
    expect([intercept.status, sectionsOf(intercept.text)]).toEqual([403, []]);
    expect(intercept.text).toContain("Your role may not read the API documentation");
  });

  it("leaves API clients the index and their errors", async () => {
    const client = await platform.as("intercept");
    const { status, body, headers } = await client.send("GET", "/api/", undefined, { accept: "*/*" });
    expect([status, headers.vary]).toEqual([200, "Accept, Accept-Language, Cookie"]);
    expect(body._links).toHaveProperty("self");
    const refused = await platform.anonymous.send("GET", "/api/");
    expect([refused.status, refused.headers["content-type"]]).toEqual([401, "text/plain; charset=UTF-8"]);
  });
});

it("a page takes texts as texts", () => {
  const evil = `<script>alert("x")</script>&'`;
  expect(html`<p title="${evil}">${[html`<b>${evil}</b>`]}</p>`.markup).toBe(
    `<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;"><b>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;</b></p>`,
  );
});
