import { readSettings } from "./settings.ts";

/**
 * Serves until a signal ends it; prints where. One line says what to fix: a stack trace would bury it. A setting that is
 * wrong is reported before everything else is loaded, which takes a second.
 */
export async function startOrExit(): Promise<void> {
  await start().catch((error: Error) => {
    console.error(`Patchbay cannot start: ${error.message}`);
    process.exit(1);
  });
}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const { serve } = await import("./serve.ts");
  await serve(settings);
}
