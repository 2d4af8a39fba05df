import { readFile, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { Command, Option } from "commander";
import { version } from "../../platform/db/version.ts";
import { errorLine } from "../errorLine.ts";
import { TaskError } from "../operatorTasks/task.ts";
import { startOrExit } from "../start.ts";
import { backupCommand, restoreCommand } from "./backupCommands.ts";
import { checkCommand, demoCommand, journalCommands, migrateCommand } from "./databaseCommands.ts";
import { fail, runTask } from "./runTask.ts";

/**
 * The operator's command line. Settings are the environment's, as for the product itself. What most commands do without,
 * platform and database, is only loaded by those that need it: it takes a second. An error is one line and exit code 1.
 */
export async function runProgram(...input: Parameters<Command["parseAsync"]>): Promise<void> {
  await buildProgram()
    .parseAsync(...input)
    .catch((error: unknown) => fail([errorLine(error)]));
}

function buildProgram(): Command {
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

const asOption = () =>
  new Option(
    "--as <login>",
    "administrator whose rights count and whom the journal names (default: the first superuser)",
  );

function exportCommand(): Command {
  return new Command("export")
    .description("write all records of a resource, with the columns of the panel's export")
    .argument("<resource>", "as in the API: customers, subscribers ...")
    .addOption(new Option("--format <format>").choices(["csv", "json"]).default("csv"))
    .option("--output <file>", "file to write (default: standard output)")
    .addOption(asOption())
    .addHelpText("after", "\nExample:\n  patchbay export customers --format json --output customers.json")
    .action(async (resource: string, { format, output, as }: { format: string; output?: string; as?: string }) => {
      await runTask("exportRecords", {
        database: "prepared",
        options: { resource, format, as: as || undefined },
        use: async ({ file }) => {
          const bytes = await buffer(Readable.from(file ?? []));
          if (output) await writeFile(output, bytes, { mode: 0o600 });
          else process.stdout.write(bytes);
        },
      });
    });
}

function importCommand(): Command {
  return new Command("import")
    .description("create records from a CSV file, as the panel's upload does; bad lines are skipped and listed")
    .argument("<resource>", "as in the API: customers, subscribers ...")
    .argument("<file>")
    .option("--owner <id>", "id of the records' owner, for resources whose files have one")
    .option("--check", "store nothing, only report")
    .addOption(asOption())
    .addHelpText("after", "\nExample:\n  patchbay import billingzones zones.csv --owner 3 --check")
    .action(
      async (
        resource: string,
        path: string,
        { owner, check, as }: { owner?: string; check?: boolean; as?: string },
      ) => {
        const options = { resource, owner, check: check ? "1" : undefined, as: as || undefined };
        const file = await readFile(path);
        const { result } = await runTask("importRecords", { database: "prepared", options, file });
        const { good, bad, lines } = result as { good: number; bad: number; lines: string[] };
        if (bad > 0) fail(lines);
        console.log(`${good} ${check ? "can be stored" : "stored"}, ${bad} refused`);
      },
    );
}

function adminCommands(): Command {
  const admin = new Command("admin").description("administrators, for whoever can read the database");
  admin
    .command("create <login>")
    .description("create an administrator, and print its password once")
    .option("--role <role>", "role on the wire: system, admin, reseller ...", "system")
    .option("--password-stdin", "read the password from standard input")
    .addHelpText("after", "\nExample:\n  patchbay admin create ada --role admin")
    .action(
      async (login: string, { role, passwordStdin }: { readonly role: string; readonly passwordStdin?: boolean }) => {
        const password = await readPassword(passwordStdin);
        const { result } = await runTask("adminCreate", { database: "prepared", options: { login, role, password } });
        printPassword(login, result, password);
      },
    );
  admin
    .command("reset-password <login>")
    .description("let an administrator in again: new password, account active, no ban of its name")
    .option("--password-stdin", "read the password from standard input")
    .option("--without-second-factor", "switch its second factor off, when the device with the codes is lost")
    .addHelpText("after", "\nExample:\n  patchbay admin reset-password administrator --password-stdin < password.txt")
    .action(
      async (login: string, given: { readonly passwordStdin?: boolean; readonly withoutSecondFactor?: boolean }) => {
        const password = await readPassword(given.passwordStdin);
        const options = { login, password, dropsSecondFactor: given.withoutSecondFactor ? "1" : undefined };
        const { result } = await runTask("adminResetPassword", { database: "prepared", options });
        printPassword(login, result, password);
      },
    );
  admin
    .command("unban <name-or-address>")
    .description("lift the bans of a user name, or of an IP address, after failed logins")
    .addHelpText("after", "\nExamples:\n  patchbay admin unban ada\n  patchbay admin unban 192.0.2.7")
    .action(async (who: string) => {
      const { result } = await runTask("adminUnban", { database: "prepared", options: { who } });
      const { lifted } = result as { lifted: number };
      console.log(lifted > 0 ? `${who} can log in again.` : `${who} had no failed logins.`);
    });
  admin
    .command("list")
    .description("list all administrators")
    .option("--json", "as JSON")
    .action(async ({ json }: { readonly json?: boolean }) => {
      const { result } = await runTask("adminList", { database: "prepared" });
      if (json) return console.log(JSON.stringify(result, undefined, 2));
      for (const { login, role, is_active } of result as { login: string; role: string; is_active: boolean }[]) {
        console.log(`${login}  ${role}${is_active ? "" : "  inactive"}`);
      }
    });
  return admin;
}

async function readPassword(passwordStdin?: boolean): Promise<string | undefined> {
  if (!passwordStdin) return undefined;
  const password = (await text(process.stdin)).split(/\r?\n/, 1)[0];
  if (!password) throw new TaskError("standard input has no password");
  return password;
}

/** A password that came from elsewhere is not repeated. */
function printPassword(login: string, result: unknown, chosen: string | undefined): void {
  const { password } = result as { password: string };
  console.log(
    chosen === undefined
      ? `  ${login}  ${password}\n  Shown this once; the first login asks for another password.`
      : `  ${login} can log in, and is then asked for another password.`,
  );
}
