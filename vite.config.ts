import { readFileSync } from "node:fs";
import { basename } from "node:path";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, type Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { codegenPlugin } from "./scripts/codegenPlugin.ts";
import { iconSprite } from "./scripts/iconSprite.ts";
import { inlineIcon } from "./scripts/inlineIcon.ts";
import { platformWait } from "./scripts/platformWait.ts";

const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")) as { version: string };
const inProject = (path: string) => new URL(path, import.meta.url).pathname;

/** Where the development server finds the platform: the same settings that the gateway reads. */
const platform = process.env.PLATFORM_URL ?? `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** Whatever is not one of the panel's own files: API, login, older tables, what phones load. */
const platformPaths = ["^/api/", "^/login_jwt$", "^/ajax_logout$", "^/[a-z]+/.*ajax", "^/device/autoprov/"];

const packages = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](?:${names.join("|")})[\\\\/]`);

const inSource = (path: string) => `[\\\\/]src[\\\\/]${path}\\.tsx?$`;

/**
 * Files that stay in browsers' caches from release to release, and few of them: left alone, what several lazy pages
 * share becomes a dozen files of one or two KB. Everything named here is needed to show the empty shell anyway.
 */
const chunks = [
  { name: "react", test: packages("react", "react-dom", "scheduler"), priority: 3 },
  {
    // What login and shell share; left to itself it would be drawn into the shell, and the shell into the login.
    name: "session",
    test: new RegExp(
      `${inSource("(?:core/\\w+/(?:language|panelHeaders)|panel/(?:app/login/(?:Field|Gate)|navigation/hashLocation|providers/(?:extensions|http|language|login|loginText|session|startupData|viewAs)|ui/(?:theme/(?:colourMode|Logo|tokens)|useDocumentTitle)))")}|[\\\\/]theme[\\\\/]base\\.css$|preload-helper|ra-core/dist/dataProvider/HttpError|[\\\\/](?:p-limit|yocto-queue)[\\\\/]`,
    ),
    priority: 2,
  },
  {
    name: "framework",
    test: packages(
      "react-router(?:-dom)?",
      "@tanstack",
      "@emotion",
      "stylis",
      "@popperjs",
      "ra-core/dist/(?:store|i18n|notification|routing)",
      "@mui/(?:system|utils|styled-engine|private-theming)",
      "@mui/material/(?:styles|utils|internal|transitions|SvgIcon|Modal|Backdrop|Portal|Paper|Popper|Popover|Fade|Grow)",
      "@mui/material/(?:Button|ButtonBase|IconButton|CircularProgress|Typography|Link|Menu|MenuItem|MenuList|List\\w*)",
      "@mui/material/(?:InputBase|OutlinedInput|InputAdornment|Tooltip|Skeleton|Stack|Box|Divider|Alert)",
    ),
    priority: 1,
  },
  {
    name: "shell",
    test: new RegExp(
      [
        packages("query-string", "ra-data-simple-rest", "ra-core/dist/(?:auth|core|dataProvider)").source,
        packages("@mui/material/useMediaQuery").source,
        `[\\\\/]@mui[\\\\/]icons-material[\\\\/](?:Add|Check|Close|ContentCopy|Download|ErrorOutlineOutlined|ExpandMore|OpenInNew|Schedule|Star)\\.`,
        inSource(
          "core/\\w+/(?:access\\w*|calendar(?:Names|Text)|certificates|codePointLength|conditions|dateTime|duration|error\\w*|explainAccess)",
        ),
        inSource(
          "core/\\w+/(?:hostName|money|normalizeRecord|passwordPolicy|phoneNumber|plainFormats|recordTitle|transitions|valueAt)",
        ),
        inSource("generated/(?:index|routes|permissions)\\.gen"),
        inSource(
          "panel/(?:navigation/(?:labels|listPath|paths|recordPath|waysToCreate)|providers/(?:\\w+Context|resources|service)|kinds/\\w+/browserZone)",
        ),
        inSource(
          "panel/(?:navigation/visitHistory|providers/roles|views/(?:explain/Explanation|LoadError|requestErrorText))",
        ),
        inSource("panel/views/form/(?:refreshAfterWrite|returnNavigation)"),
        // Small parts that further pages share with the first.
        inSource("panel/(?:providers/dataProvider|views/explain/accessQuestion)"),
        inSource(
          "panel/(?:app/(?:Header|icons|iconNames|useMenu)|navigation/(?:Breadcrumbs|RecordTitle)|ui/PageSkeleton)",
        ),
        inSource("panel/app/useFavourites"),
        // The address of the picture with all icons.
        "[\\\\/]icons\\.svg",
        inSource("panel/(?:ui/(?:MessagePage|TableHead|theme/brand)|views/jobs/jobsQuery)"),
        inSource(
          "panel/views/(?:recordActions/recordActions|list/(?:filters|savedViews/(?:standardViews|useChosenColumns)))",
        ),
        inSource("generated/nativePages\\.gen"),
        // Each file of a few rules costs a kilobyte of headers.
        "[\\\\/]panel[\\\\/]app[\\\\/](?!login).*\\.module\\.css$",
        // Every list shows records by these.
        inSource(
          "panel/(?:kinds/\\w+/cells|kinds/(?:Value|ValueList)|views/(?:customParts|useCellContext|list/columns))",
        ),
      ].join("|"),
    ),
  },
  {
    // What pages without a schema share: the menu asks for it once the first page stands.
    name: "otherPages",
    test: new RegExp(
      [
        inSource("generated/pages\\.gen"),
        inSource("panel/(?:app/pageEntries|views/legacyPages/(?:pageCrumbs|findPage|rights))"),
      ].join("|"),
    ),
  },
  // What the dashboard shares with pages of statistics and records.
  {
    name: "tiles",
    test: new RegExp(
      [
        inSource(
          "panel/(?:features/dashboard/(?:callBars|ToggleGroup|Tile)|providers/dashboard|ui/charts/StackedBars)",
        ),
        "[\\\\/]features[\\\\/]dashboard[\\\\/]dashboard\\.module\\.css$",
      ].join("|"),
    ),
  },
  {
    // One check each, of a line or two; those that bring a library along stay by themselves.
    name: "formats",
    test: new RegExp(
      inSource("core/(?:values/calendarRange|validation/formats/(?:[\\w-]+-(?:list|range|time)|date|handle|mac))"),
    ),
  },
  {
    // A list of its own and one on a record's page.
    name: "list",
    test: new RegExp(
      inSource("panel/views/(?:ListView|recordActions/updateCachedRecords|list/(?:SchemaList|Inline\\w+))"),
    ),
  },
];

interface Modules {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}

/** Module -> the files that bring it along when they are loaded: `views/EditView`, or the name of one of the above. */
const bringers = new Map<string, ReadonlySet<string>>();

function bringersOf(id: string, modules: Modules): ReadonlySet<string> {
  const known = bringers.get(id);
  if (known) return known;
  const found = new Set<string>();
  // Circles end here.
  bringers.set(id, found);
  const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {};
  const chunk = chunks.find(({ test }) => test.test(id));
  if (chunk) return found.add(chunk.name);
  if (dynamicImporters.length > 0) found.add(id.replace(/^.*[\\/]src[\\/]panel[\\/]|\.tsx?$/g, ""));
  for (const importer of importers) for (const one of bringersOf(importer, modules)) found.add(one);
  return found;
}

/** What is loaded on the way to a list, or before the login. */
const early =
  /^(?:react|session|framework|shell|list)$|^app[\\/](?:App$|main$|login|Connection)|^(?:features[\\/]dashboard|views[\\/]legacyPages)|[\\/]List(?:View|Extras)$/;

/**
 * What both screens with a form need is one file: left alone it would be five dozen, one for each set of pages that
 * share something. What is needed earlier stays out of it.
 */
function nameOfFormChunk(id: string, modules: Modules): string | null {
  const by = bringersOf(id, modules);
  const isLoadedByItself = (modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
  const isOfForms = by.has("views/EditView") && by.has("views/CreateView") && ![...by].some((one) => early.test(one));
  return isOfForms && !isLoadedByItself ? "form" : null;
}

const formChunk = { name: nameOfFormChunk, debugName: "form", priority: -1, includeDependenciesRecursively: false };

/** Texts are named by their language, too: six files of one name tell nothing. */
function nameOfChunk({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const language = /[\\/]i18n[\\/]([a-z]+)[\\/]/.exec(facadeModuleId ?? "")?.[1];
  return language === undefined || language === "en"
    ? "assets/[name]-[hash].js"
    : `assets/${language}.[name]-[hash].js`;
}

const pageItself = "src/panel/app/main.test.tsx";
const handMadeScreens = "src/panel/{resources,features/*}/**/*.{test.tsx,dom.test.ts}";

/**
 * Takes back the condition "development", which Vitest gives its processes: what a setting says of conditions is only added
 * to Vitest's own.
 */
const inProduction: Plugin = {
  name: "in-production",
  configResolved: ({ ssr }) => {
    ssr.resolve = { ...ssr.resolve, conditions: ["node"] };
  },
};

const setup = (name: string) => inProject(`./tests/support/${name}.ts`);

/** One process for many files: each of its own would load and warm up the whole platform again. */
function inNode(test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration {
  return {
    extends: true,
    root: inProject("."),
    test: { environment: "node", isolate: false, globalSetup: setup("preparedParts"), ...test },
  };
}

/** A person at work: the built panel in Chromium in front of the built server. */
function inBrowser(test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration {
  return inNode({
    setupFiles: setup("notedFetch"),
    // After all others: a browser, a server and its database want a core for themselves.
    sequence: { groupOrder: 1 },
    ...test,
  });
}

/** The panel renders into a document: jsdom, which starts far faster than a browser. */
function inDocument(test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration {
  return {
    ...inNode({ env: { NODE_ENV: "production" }, environment: "jsdom", setupFiles: setup("documentSetup"), ...test }),
    // As Node itself resolves: else our imports of the router and react-admin's would be two copies of it.
    resolve: {
      conditions: [
        "module-sync",
        ...defaultClientConditions.map((one) => one.replace("development|production", "production")),
      ],
    },
    // React, Emotion and the router as people get them; React's development build takes half as long again.
    oxc: { jsx: { development: false } },
    plugins: [inProduction],
  };
}

export default defineConfig({
  root: inProject("./src/panel"),
  cacheDir: inProject("./.cache/vite"),
  plugins: [
    react(),
    codegenPlugin(inProject(".")),
    iconSprite(inProject("./.cache")),
    inlineIcon(inProject("./src/panel/public/favicon.svg")),
    platformWait(
      platform,
      platformPaths.map((path) => new RegExp(path)),
    ),
  ],
  define: { __PANEL_VERSION__: JSON.stringify(version) },
  resolve: {
    alias: [
      { find: /^inflection$/, replacement: inProject("./src/panel/providers/inflection.ts") },
      { find: /^jsonexport\/dist\/index\.js$/, replacement: inProject("./src/panel/providers/exportOnDemand.ts") },
      // What every browser has.
      { find: /^object\.entries$/, replacement: inProject("./src/panel/providers/ownEntries.cjs") },
      { find: /^hasown$/, replacement: inProject("./src/panel/providers/ownHas.cjs") },
    ],
  },
  // `details-title`, not a hash: names of files are unique (src/panel/styles.test.ts), and this is what a browser shows.
  css: { modules: { generateScopedName: (name, file) => `${basename(file).replace(/\.module\.css.*/, "")}-${name}` } },
  build: {
    outDir: inProject("./dist/panel"),
    emptyOutDir: true,
    target: "es2023",
    // Everything is a file of its own under a strict Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: [...chunks, formChunk] }, chunkFileNames: nameOfChunk } },
  },
  server: {
    // Texts and generated code lie beside the panel's own folder.
    fs: { allow: [inProject(".")] },
    proxy: Object.fromEntries(platformPaths.map((path) => [path, platform])),
  },
  test: {
    // Two busy cores take many times as long as idle ones: what fails here has come to a halt.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // One more than the two cores of a small machine: somebody always waits for a browser or a database.
    // New objects are many and short-lived: fewer, larger collections.
    execArgv: ["--max-semi-space-size=64"],
    maxWorkers: Number(process.env.VITEST_MAX_WORKERS ?? 3),
    // Compiled modules are kept from run to run: half the time of a short one. A whole run starts without them, and its
    // processes would write the same files.
    experimental: { fsModuleCache: !process.env.npm_lifecycle_event?.startsWith("test") },
    projects: [
      // Codegen, core, platform and gateway run in Node: no browser, so nothing of one may creep in. And what of the panel
      // needs no document: jsdom takes a second or two to start.
      inNode({ name: "node", include: ["{codegen,scripts,src}/**/*.test.ts"], exclude: ["**/*.dom.test.ts"] }),
      // Whole parts together: every resource over HTTP on real databases, every rule of the rule book, every text.
      {
        ...inNode({
          name: "contract",
          include: ["tests/{access,contract,errors,rules,messages}/**/*.test.ts"],
          server: { deps: { inline: ["openapi-typescript"] } },
        }),
        // openapi-typescript prints by the compiler's API, which TypeScript 7 has not yet.
        resolve: { alias: [{ find: /^typescript$/, replacement: "@ts-morph/common/dist/typescript.js" }] },
      },
      inBrowser({ name: "journeys", include: ["tests/{journeys,product}/**/*.test.ts"] }),
      // What takes long and is rarely broken: only `npm run test:all` runs it.
      inBrowser({ name: "extended", include: ["tests/extended/**/*.test.ts"] }),
      inDocument({
        name: "panel",
        include: ["src/panel/**/*.{test.tsx,dom.test.ts}", "tests/rules/**/*.test.tsx"],
        exclude: [pageItself, handMadeScreens],
      }),
      // Screens of one resource or feature, built of what the other projects test: only `npm run test:all` and
      // `test:changed` run them.
      inDocument({ name: "extended-screens", include: [handMadeScreens] }),
      // What main.tsx does to a page ends with the page: a process of its own.
      inDocument({ name: "page", include: [pageItself], isolate: true }),
    ],
  },
});
