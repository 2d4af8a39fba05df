import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Short files with long run times: started last, they would delay the whole run. */
const slow =
  /\/(?:product\/(?:databaseRestart|fullDisk|operations|tutorial|twoNodes)|journeys\/(?:ruleBook|bulk))\.test\.ts$/;

/** Vitest's order, by duration or file size, but with the slow files first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
