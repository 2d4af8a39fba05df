import { text } from "node:stream/consumers";
import { Command } from "commander";
import { TaskError } from "../tasks/task.ts";
import { run } from "./run.ts";
import { runTask } from "./runTask.ts";

interface PasswordOption {
  readonly passwordStdin?: boolean;
}

export function adminCommands(): Command {
  const admin = new Command("admin").description("administrators, for whoever can read the database");
  admin
    .command("create <login>")
    .description("create an administrator, and print its password once")
    .option("--role <role>", "role on the wire: system, admin, reseller ...", "system")
    .option("--password-stdin", "read the password from standard input")
    .addHelpText("after", "\nExample:\n  patchbay admin create ada --role admin")
    .action(
      run(async (login: string, options: PasswordOption & { readonly role: string }) => {
        const given = await readPassword(options);
        const { result } = await runTask("adminCreate", {
          database: "prepared",
          options: { login, role: options.role, ...given },
        });
        printPassword(login, result, given);
      }),
    );
  admin
    .command("reset-password <login>")
    .description("let an administrator in again: new password, account active, no ban of its name")
    .option("--password-stdin", "read the password from standard input")
    .option("--without-second-factor", "switch its second factor off, when the device with the codes is lost")
    .addHelpText("after", "\nExample:\n  patchbay admin reset-password administrator --password-stdin < password.txt")
    .action(
      run(async (login: string, options: PasswordOption & { readonly withoutSecondFactor?: boolean }) => {
        const given = await readPassword(options);
        const { result } = await runTask("adminResetPassword", {
          database: "prepared",
          options: { login, ...given, ...(options.withoutSecondFactor ? { dropsSecondFactor: "1" } : {}) },
        });
        printPassword(login, result, given);
      }),
    );
  admin
    .command("unban <name-or-address>")
    .description("lift the bans of a user name, or of an IP address, after failed logins")
    .addHelpText("after", "\nExamples:\n  patchbay admin unban ada\n  patchbay admin unban 192.0.2.7")
    .action(
      run(async (who: string) => {
        const { result } = await runTask("adminUnban", { database: "prepared", options: { who } });
        const { lifted } = result as { lifted: number };
        console.log(lifted > 0 ? `${who} can log in again.` : `${who} had no failed logins.`);
      }),
    );
  admin
    .command("list")
    .description("list all administrators")
    .option("--json", "as JSON")
    .action(
      run(async ({ json }: { readonly json?: boolean }) => {
        const { result } = await runTask("adminList", { database: "prepared" });
        if (json) return console.log(JSON.stringify(result, undefined, 2));
        for (const { login, role, is_active } of result as { login: string; role: string; is_active: boolean }[]) {
          console.log(`${login}  ${role}${is_active ? "" : "  inactive"}`);
        }
      }),
    );
  return admin;
}

async function readPassword({ passwordStdin }: PasswordOption): Promise<{ readonly password?: string }> {
  if (!passwordStdin) return {};
  const password = (await text(process.stdin)).split(/\r?\n/, 1)[0];
  if (!password) throw new TaskError("standard input has no password");
  return { password };
}

/** A password that came from elsewhere is not repeated. */
function printPassword(login: string, result: unknown, { password: given }: { readonly password?: string }): void {
  const { password } = result as { password: string };
  console.log(
    given === undefined
      ? `  ${login}  ${password}\n  Shown this once; the first login asks for another password.`
      : `  ${login} can log in, and is then asked for another password.`,
  );
}
