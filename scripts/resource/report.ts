import { loadHandWritten } from "../resources/handWritten.ts";
import { resourceReport } from "../resources/report.ts";
import { readProject } from "./project.ts";

/** `npm run resource -- report`: prints the resource report as Markdown. */
export async function report(root: string): Promise<void> {
  console.log(resourceReport(readProject(root).model, loadHandWritten(root)));
}
