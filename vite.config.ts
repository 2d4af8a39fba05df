import { readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";
import { codegenPlugin } from "./scripts/codegenPlugin.ts";
import { platformWait } from "./scripts/platformWait.ts";

const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")) as { version: string };
const inProject = (path: string) => new URL(path, import.meta.url).pathname;

/** Where the development server finds the platform: the same settings that the gateway reads. */
const platform = process.env.PLATFORM_URL ?? `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** Whatever is not one of the panel's own files: API, login, older tables. */
const platformPaths = ["^/api/", "^/login_jwt$", "^/ajax_logout$", "^/[a-z]+/.*ajax"];

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
      `${inSource("(?:core/(?:language|viewAsHeader)|panel/(?:language|session|viewAs|login/(?:Gate|loginText|PasswordField)|providers/(?:extensions|facts|http|isObject|login)|shell/useDocumentTitle|theme/(?:colourMode|dark|light|Logo|tokens)))")}|preload-helper|ra-core/dist/dataProvider/HttpError`,
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
        `[\\\\/]@mui[\\\\/]icons-material[\\\\/](?:Add|Check|Close|OpenInNew|Schedule|Star)\\.`,
        inSource(
          "core/(?:access\\w*|calendarText|codePointLength|conditions|dateTime|duration|error\\w*|explainAccess)",
        ),
        inSource(
          "core/(?:hostName|money|phoneNumber|prepare|password|recordTitle|transitions|valueAt|formats/time-of-day)",
        ),
        inSource("generated/(?:index|routes|permissions)\\.gen"),
        inSource(
          "panel/(?:paths|providers/\\w+Context|providers/(?:resources|service)|resource/\\w+|kinds/\\w+/browserZone)",
        ),
        inSource(
          "panel/(?:explain/useExplanation|shell/(?:useRoleName|visited)|views/Problem|views/record/refusalText)",
        ),
        inSource("panel/views/form/(?:endsRecord|refreshAfterWrite)"),
        // Small parts that further pages share with the first.
        inSource("panel/(?:explain/question|providers/(?:dataProvider|logout|useEarlyRequest)|resources/overrides)"),
        inSource("panel/shell/(?:Header|PageSkeleton|RecordTitle|Trail|unfinishedForms|useMenu|wayBack)"),
        inSource("panel/(?:explain/ExplanationText|shell/favourites/useFavourites)"),
        inSource("panel/(?:pages/(?:LicencePage|NotFoundPage)|theme/(?:brand|BrandMark))"),
        inSource("panel/views/(?:record/recordActions|list/(?:filters|views/(?:standardViews|useChosenColumns)))"),
        inSource("generated/nativePages\\.gen"),
        // Every list shows records by these.
        inSource("panel/(?:kinds/\\w+/Cell|kinds/(?:cells|Value|Several)|views/(?:useCellContext|list/columns))"),
      ].join("|"),
    ),
  },
  {
    // A list of its own and one on a record's page.
    name: "list",
    test: new RegExp(inSource("panel/views/(?:ListView|record/showValues|list/(?:ResourceList|Inline\\w+))")),
  },
];

/** Texts are named by their language, too: six files of one name tell nothing. */
function nameOfChunk({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const language = /[\\/]i18n[\\/]([a-z]+)[\\/]/.exec(facadeModuleId ?? "")?.[1];
  return language === undefined || language === "en"
    ? "assets/[name]-[hash].js"
    : `assets/${language}.[name]-[hash].js`;
}

export default defineConfig({
  root: inProject("./src/panel"),
  cacheDir: inProject("./.cache/vite"),
  plugins: [
    react(),
    codegenPlugin(inProject(".")),
    platformWait(
      platform,
      platformPaths.map((path) => new RegExp(path)),
    ),
  ],
  define: { __PANEL_VERSION__: JSON.stringify(version) },
  build: {
    outDir: inProject("./dist/panel"),
    emptyOutDir: true,
    target: "es2023",
    // Everything is a file of its own under a strict Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: chunks }, chunkFileNames: nameOfChunk } },
  },
  server: {
    // Texts and generated code lie beside the panel's own folder.
    fs: { allow: [inProject(".")] },
    proxy: Object.fromEntries(platformPaths.map((path) => [path, platform])),
  },
  test: {
    // Two busy cores take many times as long as idle ones: what fails here has come to a halt.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than the two cores of a small machine: somebody always waits for a browser or a database.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        root: inProject("."),
        test: {
          // Codegen, core, platform and gateway run in Node: no browser, so nothing of one may creep in. And what of
          // the panel needs no document: jsdom takes a second or two to start.
          name: "node",
          environment: "node",
          // One process for many files: each of its own would load and warm up the whole platform again.
          isolate: false,
          globalSetup: inProject("./tests/support/preparedFolder.ts"),
          include: ["codegen/**/*.test.ts", "src/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.dom.test.ts"],
        },
      },
      {
        extends: true,
        root: inProject("."),
        test: {
          // Whole parts together: every resource over HTTP on real databases, every rule of the rule book, every text.
          name: "contract",
          environment: "node",
          // One process for many files: each of its own would load and warm up the whole platform again.
          isolate: false,
          globalSetup: inProject("./tests/support/preparedFolder.ts"),
          include: ["tests/{access,contract,errors,rules,messages}/**/*.test.ts"],
        },
      },
      {
        extends: true,
        root: inProject("."),
        test: {
          // A person at work: the built panel in Chromium in front of the built server.
          name: "journeys",
          environment: "node",
          include: ["tests/{journeys,product}/**/*.test.ts"],
          globalSetup: inProject("./tests/support/seededFolder.ts"),
          // After all others: a browser, a server and its database want a core for themselves.
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        root: inProject("."),
        // As Node itself resolves: else our imports of the router and react-admin's would be two copies of it.
        resolve: { conditions: ["module-sync", ...defaultClientConditions] },
        test: {
          // The panel renders into a document: jsdom, which starts far faster than a browser.
          name: "panel",
          environment: "jsdom",
          globalSetup: inProject("./tests/support/preparedFolder.ts"),
          include: ["src/panel/**/*.{test.tsx,dom.test.ts}", "tests/rules/**/*.test.tsx"],
        },
      },
    ],
  },
});
