import type { FormOverride } from "../../views/form/override.ts";
import { KeyEditor } from "./KeyEditor.tsx";

export const form: FormOverride<"pbxdevices"> = { texts: ["deviceKeys"], fieldComponents: { lines: KeyEditor } };
