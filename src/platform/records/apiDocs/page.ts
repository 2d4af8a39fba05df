import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { Texts } from "../../../core/schema/texts.ts";

export interface PageTexts {
  readonly texts: Texts;
  readonly language: string;
}

interface NavigationEntry {
  readonly name: string;
  readonly parts: readonly string[];
}

/** Resources by name; child resources, however deep, are listed under their topmost parent. */
export function groupResources(descriptors: readonly ResourceDescriptor[]): NavigationEntry[] {
  const byName = new Map(descriptors.map((descriptor) => [descriptor.name, descriptor]));
  const topOf = ({ name, parent }: ResourceDescriptor): string => {
    const above = parent && byName.get(parent.resource);
    return above ? topOf(above) : name;
  };
  const tops = descriptors.map((descriptor) => ({ name: descriptor.name, top: topOf(descriptor) }));
  return tops
    .filter(({ name, top }) => name === top)
    .map(({ name }) => ({
      name,
      parts: tops.filter((part) => part.top === name && part.name !== name).map((part) => part.name),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** A whole page in the panel's style; style and script are separate files, as the content security policy requires. */
function layout({ texts, language }: PageTexts, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Patchbay</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api-docs.css">
<script src="/api-docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">${texts("apidocs.skip")}</a>
<header><a href="/#/dashboard"><img src="/favicon.svg" alt="" width="24" height="24"> Patchbay</a></header>
${content}
</body>
</html>
`.markup;
}

/** Why the caller cannot see the documentation: not logged in, or not allowed. */
export function accessErrorPage(words: PageTexts, kind: "login" | "forbidden"): string {
  const { texts } = words;
  const title = texts(`apidocs.refusal.${kind}.title`);
  return layout(
    words,
    title,
    html`<main id="content" class="refusal"><h1>${title}</h1><p>${texts(`apidocs.refusal.${kind}.text`)}</p><p><a href="/#/dashboard">${texts("apidocs.toPanel")}</a></p></main>`,
  );
}

interface DocumentationParts extends PageTexts {
  readonly origin: string;
  readonly entries: readonly NavigationEntry[];
  /** By resource. */
  readonly sections: ReadonlyMap<string, Html>;
}

export function documentationPage({ texts, language, origin, entries, sections }: DocumentationParts): string {
  const link = (name: string) => html`<a href="#${name}">${name}</a>`;
  const list = entries.map(
    ({ name, parts }) =>
      html`<li>${link(name)}${parts.length > 0 ? html`<ul>${parts.map((part) => html`<li>${link(part)}</li>`)}</ul>` : ""}</li>`,
  );
  const names = entries.flatMap(({ name, parts }) => [name, ...parts]);
  const content = html`<div class="columns">
<nav aria-label="${texts("apidocs.resources")}">
<p class="filter" hidden><label for="filter">${texts("apidocs.filter")}</label><input id="filter" type="search" autocomplete="off"><span id="found" role="status" data-one="${texts("apidocs.foundOne")}" data-many="${texts("apidocs.foundMany")}"></span></p>
<ul>${list}</ul>
</nav>
<main id="content">
<h1>${texts("apidocs.title")}</h1>
<p>${texts("apidocs.intro")} <a href="/api/openapi.json">${texts("apidocs.document")}</a></p>
<section aria-labelledby="basics-title"><h2 id="basics-title">${texts("apidocs.basics.title")}</h2>
<h3>${texts("apidocs.basics.login")}</h3>
<pre><code>TOKEN=$(curl -s -H "Content-Type: application/json" -d '{"username": "…", "password": "…"}' \\
  "${origin}/login_jwt" | jq -r .jwt)</code></pre>
<p>${texts("apidocs.basics.loginText")}</p>
<h3>${texts("apidocs.basics.lists")}</h3><p>${texts("apidocs.basics.listsText")}</p>
<h3>${texts("apidocs.basics.writes")}</h3><p>${texts("apidocs.basics.writesText")}</p>
<h3>${texts("apidocs.basics.refusals")}</h3><p>${texts("apidocs.basics.refusalsText")}</p>
</section>
${names.flatMap((name) => sections.get(name) ?? [])}
</main>
</div>`;
  return layout({ texts, language }, texts("apidocs.title"), content);
}

/** Markup that is safe to embed as it is. */
export interface Html {
  readonly markup: string;
}

type HtmlChild = Html | string | number | undefined | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A fragment of a page: interpolated values are escaped, unless they are fragments themselves, or lists of them. */
export function html(literals: TemplateStringsArray, ...parts: readonly HtmlChild[]): Html {
  const pieces = literals.map((literal, index) => literal + toMarkup(parts[index]));
  return { markup: pieces.join("") };
}

function toMarkup(part: HtmlChild): string {
  if (part === undefined) return "";
  if (typeof part === "object") return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("");
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
