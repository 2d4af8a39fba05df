import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { createRoot } from "react-dom/client";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { covering } from "../../tests/support/covering.ts";
import { TestPanel } from "../../tests/support/panel.tsx";
import { countryCodes } from "../core/formats/iso-3166-alpha2.ts";
import { resources } from "../generated/all.gen.ts";
import { routes } from "../generated/routes.gen.ts";
import { chooseLanguage } from "./language.ts";
import { LoginPage } from "./login/LoginPage.tsx";
import { RecoverPage } from "./login/RecoverPage.tsx";
import { offerPseudoLanguage, pseudoLanguage, pseudoText } from "./pseudoLanguage.ts";
import { formOverrides } from "./resources/overrides.ts";
import { ownScreens } from "./resources/ownScreens.ts";
import { endSession } from "./session.ts";

vi.setConfig({ testTimeout: 300_000 });

/** What is no text of ours: names, notation, and what Intl says in the language of this machine. */
const NOTATION = [
  /^Patchbay$/,
  /^[\d\s.,:/%+#–—·×…?*()[\]€£$-]*$/u,
  /^(?:\d+ (?:sec|min|hr|days?) ?)+$/,
  // Weekdays of dates, names of languages, countries and zones.
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?: \d{4}\/\d{2}\/\d{2})?$/,
  /^(?:Deutsch|Español|Français|Italiano|Русский|English|Qps)$/,
  /^[A-Z][a-z]+(?:\/[A-Z][\w+-]+)+$/,
  /^YYYY-MM-DD(?: HH:mm)?$/,
  // Keys.
  /^⌘K$|^Ctrl K$|^\([a-z]\)$/,
];

const regions = new Intl.DisplayNames(pseudoLanguage, { type: "region" });
const countries = new Set(countryCodes.map((code) => regions.of(code)));
const weekday = new Intl.DateTimeFormat(pseudoLanguage, { weekday: "long", timeZone: "UTC" });
const weekdays = new Set([1, 2, 3, 4, 5, 6, 7].map((day) => weekday.format(Date.UTC(2026, 0, day))));

/** A date in another way than `2026/01/31`: as on the wire, or in the order of a language. */
const otherDate = /\d{4}-\d{2}-\d{2}|(?<![\d/.])\d{1,2}([/.])\d{1,2}\1\d{4}(?![\d/.])/;

/** What the platform has sent, where all data comes from. */
const corpus: string[] = [];
let panel: TestPanel;
let user: UserEvent;

beforeAll(async () => {
  offerPseudoLanguage();
  panel = await TestPanel.start({ hasService: true });
  // A page without data: what is fetched before the corpus listens would pass for a text of the code's own.
  user = await panel.open("/error404");
  const inner = globalThis.fetch;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const answer = await inner(...request);
    corpus.push(await answer.clone().text());
    return answer;
  });
  corpus.push(JSON.stringify(await panel.read("/api/admins/?rows=50")));
  await chooseLanguage(pseudoLanguage);
});
afterAll(async () => {
  endSession("loggedOut");
  panel.leave();
  await chooseLanguage("en");
  await panel.stop();
});

/** Texts that people see or are read to, which are neither in the pseudo-language nor data. */
function foreignTexts(root: Element = document.body): string[] {
  const shown: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest("script,style,code,pre,option,[aria-hidden=true],[translate=no]")) continue;
    shown.push(node.nodeValue ?? "");
  }
  for (const element of root.querySelectorAll("[aria-label],[title],[placeholder],[alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"]) shown.push(element.getAttribute(name) ?? "");
  }
  const data = corpus.join("\n").toLowerCase();
  const isOurs = (text: string) =>
    outside(text)
      .trim()
      .split(/@|, | [·#] /)
      .every(
        (piece) =>
          NOTATION.some((pattern) => pattern.test(piece)) ||
          countries.has(piece) ||
          weekdays.has(piece) ||
          data.includes(JSON.stringify(piece.trim()).slice(1, -1).toLowerCase()) ||
          // A title of several values.
          piece.split(" ").every((word) => data.includes(JSON.stringify(word).toLowerCase())),
      );
  return [...new Set(shown.filter((text) => !isOurs(text) || otherDate.test(text)))];
}

/**
 * What stands outside of the pseudo-language's brackets, which may be within each other. A text around a link is cut in
 * two by it, so that a part may begin or end within brackets.
 */
function outside(text: string): string {
  const inner = text.replace(/⟦[^⟦⟧]*⟧/, "");
  if (inner !== text) return outside(inner);
  const part = text.replace(/^[^⟦⟧]*⟧|⟦[^⟦⟧]*$/, "");
  return part === text ? text : outside(part);
}

async function show(address: string): Promise<string[]> {
  for (const heading of document.querySelectorAll("main h1:not([data-loading])"))
    heading.setAttribute("data-seen", heading.textContent);
  panel.go(address);
  await waitFor(
    () => {
      // Asked at each change of the page: the heading first, which is found at once, and no selectors, which are slow.
      const [main] = document.getElementsByTagName("main");
      const heading = [...(main?.getElementsByTagName("h1") ?? [])].find((one) => !one.hasAttribute("data-loading"));
      expect(heading && heading.getAttribute("data-seen") !== heading.textContent, address).toBe(true);
      expect(main?.getElementsByClassName("MuiSkeleton-root").length, address).toBe(0);
      expect(main?.querySelector("[aria-busy=true]"), address).toBeNull();
    },
    { interval: 20 },
  );
  return foreignTexts().map((text) => `${address}: ${text}`);
}

it("is made of English, longer, with its placeholders and plural forms", () => {
  expect(pseudoText("Save %{name} |||| Save all")).toBe("⟦Šåvé %{name}·····⟧ |||| ⟦Šåvé åll····⟧");
});

/**
 * Lists and forms of stored records: those with code of their own, and of the others as many as have every trait between
 * them, since generic code shows the texts of equal traits alike. And one of each other kind of page.
 */
async function addresses(): Promise<string[]> {
  const pages: { address: string; resource: string; view: string }[] = [];
  for (const { path, resource, view } of routes) {
    if (path.includes(":parentId") || path.includes(":tab")) continue;
    const isWanted = view === "list" || view === "edit" || isRich(resource);
    const id = isWanted && path.includes(":id") ? await firstId(resource) : "";
    if (isWanted && (id !== "" || !path.includes(":id")))
      pages.push({ address: path.replace(":id", id), resource, view });
  }
  const coveringOf = (wanted: string) => {
    const names = new Set(pages.flatMap(({ resource, view }) => (view === wanted ? [resource] : [])));
    return covering([...names].flatMap((name) => resources[name]?.descriptor ?? [])).map(({ name }) => name);
  };
  const chosen: Readonly<Record<string, readonly string[]>> = { list: coveringOf("list"), edit: coveringOf("edit") };
  const hasOwnCode = (resource: string, view: string) =>
    ownScreens.has(`${resource} ${view}`) || (view === "edit" && resource in formOverrides);
  const isShown = ({ resource, view }: { resource: string; view: string }) =>
    isRich(resource) || hasOwnCode(resource, view) || chosen[view]?.includes(resource);
  return ["/dashboard", ...pages.filter(isShown).map(({ address }) => address)];
}

/** Between them they have every kind of field, group and part that a page can have. */
const isRich = (resource: string) => ["customers", "domains"].includes(resource);

async function firstId(resource: string): Promise<string> {
  const body = await panel.read(`/api/${resource}/?rows=1`);
  const [record] = (body._embedded as Record<string, { id: number }[]> | undefined)?.[`ngcp:${resource}`] ?? [];
  return record === undefined ? "" : String(record.id);
}

it("shows on lists, forms, pages of records and preferences", async () => {
  const found: string[] = [];
  const pages = await addresses();
  for (const address of pages) found.push(...(await show(address)));
  console.info(`pseudo-language: ${pages.length} pages`);
  expect(found).toEqual([]);
});

const named = (role: string, english: string) => screen.findByRole(role, { name: pseudoText(english) });

it("shows in what opens on a page, too", async () => {
  const found: string[] = [];
  const look = (place: string) => found.push(...foreignTexts().map((text) => `${place}: ${text}`));
  // While one fades out, the next is not there yet, and the page has no focus.
  const close = async () => {
    await user.keyboard("{Escape}");
    for (const role of ["dialog", "menu"]) await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
  };
  await show("/domain");
  await user.click((await screen.findAllByRole("checkbox"))[1] ?? document.body);
  await user.click(await named("button", "Delete"));
  await within(await screen.findByRole("dialog")).findAllByText(/⟦/);
  look("bulk dialog");
  await close();
  await user.click(await named("button", "Export as CSV"));
  await screen.findByRole("dialog");
  look("export");
  await close();
  await user.click(await named("button", "Add filter"));
  await screen.findByRole("menu");
  look("filters");
  await close();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("dialog");
  look("palette");
  await close();
  await show("/customer/3/edit");
  const limit = await screen.findByLabelText(pseudoText("Maximum subscribers"));
  await user.clear(limit);
  await user.type(limit, "-4");
  await user.click(await named("button", "Save"));
  await waitFor(() => expect(limit.getAttribute("aria-invalid")).toBe("true"));
  look("form with errors");
  await user.clear(limit);
  expect(found).toEqual([]);
});

it("shows before one is logged in", async () => {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const found: string[] = [];
  const pages = [
    <LoginPage key="login" ended="expired" onAttempt={() => {}} onLogin={() => {}} />,
    <RecoverPage key="forgotten" token={null} />,
  ];
  for (const page of pages) {
    root.render(page);
    await waitFor(() => expect(place.querySelector("h1")?.textContent).toMatch(/^⟦/));
    found.push(...foreignTexts(place));
    place.querySelector("h1")?.remove();
  }
  root.unmount();
  expect(found).toEqual([]);
});
