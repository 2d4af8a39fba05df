import type { FormOverride } from "../../views/form/override.ts";
import { KeyEditor } from "./KeyEditor.tsx";

export const pbxdevicesForm: FormOverride = { fieldComponents: { lines: KeyEditor } };
