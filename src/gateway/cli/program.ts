import { Command } from "commander";
import { version } from "../../platform/version.ts";
import { startOrExit } from "../start.ts";
import { adminCommands } from "./adminCommands.ts";
import { backupCommand, restoreCommand } from "./backupCommands.ts";
import { checkCommand, demoCommand, journalCommands, migrateCommand } from "./databaseCommands.ts";
import { exportCommand, importCommand } from "./recordCommands.ts";

/**
 * The operator's command line. Settings are the environment's, as for the product itself. What most commands do without,
 * platform and database, is only loaded by those that need it: it takes a second.
 */
export function buildProgram(): Command {
  const program = new Command("patchbay")
    .description("Runs and maintains Patchbay. Settings come from the environment, as described in docs/settings.md.")
    .version(version)
    .showSuggestionAfterError()
    .showHelpAfterError("(--help lists what there is)");
  program.command("start").description("serve, until a signal ends it").action(startOrExit);
  for (const command of [
    checkCommand(),
    migrateCommand(),
    adminCommands(),
    backupCommand(),
    restoreCommand(),
    exportCommand(),
    importCommand(),
    demoCommand(),
    journalCommands(),
  ]) {
    program.addCommand(command);
  }
  program
    .command("version")
    .description("print the version")
    .action(() => console.log(version));
  return program;
}
