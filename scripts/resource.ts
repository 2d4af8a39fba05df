// npm run resource -- new | guess | texts | eject | types: drafts a schema with texts and demonstration records, from a list of
// fields or from an existing source; completes texts; writes generated screens as react-admin code to start own ones from, and types for other programs.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Argument, Command, Option } from "commander";
import { menuGroups } from "../src/core/schema/menuGroups.ts";
import { RefusedInput } from "./resource/refusedInput.ts";

const root = process.env.PATCHBAY_ROOT ?? dirname(dirname(fileURLToPath(import.meta.url)));

const program = new Command("npm run resource --").exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
// Modules are loaded on demand: the commands have different dependencies.
program
  .command("new <name>")
  .description("writes schema, texts and demonstration records of a new resource")
  .option("--title <title>", "title of a record, such as NCOS level")
  .option("--fields <fields>", 'as in docs/tutorial.md: "name:string(63)! reseller_id:resellers!"')
  .option("--parent <resource>", "makes it a tab of that resource's pages")
  .option("--route <route>", "its route in the panel, such as /ncos")
  .addOption(new Option("--menu <group>", "where the menu has it").choices(menuGroups))
  .action(async (name, options) => (await import("./resource/newResource.ts")).newResource(root, name, options));
program
  .command("guess [name]")
  .description("the same from a collection of an API or an OpenAPI document, with every guess marked")
  .requiredOption(
    "--from <source>",
    "URL, JSON file or CSV file; credentials are in the environment: PLATFORM_TOKEN, or PLATFORM_USER and PLATFORM_PASSWORD",
  )
  .option("--schema <name>", "schema of an OpenAPI document, or the path of its collection")
  .option("--title <title>", "title of a record")
  .option("--print", "prints the schema and writes nothing")
  .action(async (name, options) => (await import("./resource/guess/guess.ts")).guess(root, name, options));
program
  .command("texts [name]")
  .description(
    "completes the texts of a resource, or of all, from those of others in six languages, and counts what is missing",
  )
  .action(async (name) => (await import("./resource/completeTexts.ts")).completeAll(root, name));
program
  .command("eject <name>")
  .description("writes the resource's screens as react-admin code into src/panel/resources")
  .addArgument(new Argument("[view]", "one of them; without it all").choices(["list", "form", "details"]))
  .addOption(
    new Option("--style <style>", "plain react-admin, or its rows and facts in the panel's own views")
      .choices(["react-admin", "panel"])
      .default("react-admin"),
  )
  .action(async (name, view, { style }) => (await import("./resource/eject/eject.ts")).eject(root, name, view, style));
program
  .command("types [file]")
  .description("writes the types of all records, and of what creates and updates them, for programs outside")
  .action(async (file) => (await import("./resource/writeTypes.ts")).writeTypes(root, file));

if (process.argv[2] === "report") console.error("docs/reference/resources.md lists the resources.");
try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof RefusedInput)) throw error;
  console.error(error.message);
  process.exit(2);
}
