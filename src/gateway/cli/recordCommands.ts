import { readFile, writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Command, Option } from "commander";
import { fail, run } from "./run.ts";
import { runTask } from "./runTask.ts";

const asOption = () =>
  new Option(
    "--as <login>",
    "administrator whose rights count and whom the journal names (default: the first superuser)",
  );

export function exportCommand(): Command {
  return new Command("export")
    .description("write all records of a resource, with the columns of the panel's export")
    .argument("<resource>", "as in the API: customers, subscribers ...")
    .addOption(new Option("--format <format>").choices(["csv", "json"]).default("csv"))
    .option("--output <file>", "file to write (default: standard output)")
    .addOption(asOption())
    .addHelpText("after", "\nExample:\n  patchbay export customers --format json --output customers.json")
    .action(
      run(async (resource: string, { format, output, as }: { format: string; output?: string; as?: string }) => {
        await runTask("exportRecords", {
          database: "prepared",
          options: { resource, format, ...(as ? { as } : {}) },
          use: async ({ file }) => {
            const bytes = await buffer(Readable.from(file ?? []));
            if (output) await writeFile(output, bytes, { mode: 0o600 });
            else process.stdout.write(bytes);
          },
        });
      }),
    );
}

export function importCommand(): Command {
  return new Command("import")
    .description("create records from a CSV file, as the panel's upload does; bad lines are skipped and listed")
    .argument("<resource>", "as in the API: customers, subscribers ...")
    .argument("<file>")
    .option("--owner <id>", "id of the records' owner, for resources whose files have one")
    .option("--check", "store nothing, only report")
    .addOption(asOption())
    .addHelpText("after", "\nExample:\n  patchbay import billingzones zones.csv --owner 3 --check")
    .action(
      run(
        async (
          resource: string,
          path: string,
          { owner, check, as }: { owner?: string; check?: boolean; as?: string },
        ) => {
          const options = {
            resource,
            ...(owner ? { owner } : {}),
            ...(check ? { check: "1" } : {}),
            ...(as ? { as } : {}),
          };
          const { result } = await runTask("importRecords", {
            database: "prepared",
            options,
            file: await readFile(path),
          });
          const { good, bad, lines } = result as { good: number; bad: number; lines: string[] };
          if (bad > 0) fail(lines);
          console.log(`${good} ${check ? "can be stored" : "stored"}, ${bad} refused`);
        },
      ),
    );
}
