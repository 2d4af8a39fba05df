import { type FixturesOf, type } from "../../__fixtures__/inputs.ts";
import type { inputs } from "../inputs.tsx";

export const fixtures: FixturesOf<typeof inputs> = {
  password: { value: "s3cret", shown: "s3cret", act: type("S3cret!pass"), typed: "S3cret!pass" },
};
