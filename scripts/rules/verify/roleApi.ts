import type { ResourceDescriptor } from "../../../src/core/descriptor.ts";
import type { Accounts, Member } from "../../../tests/support/accessPlatform.ts";
import type { Target } from "../../../tests/support/targets.ts";
import { moduleOf } from "./book.ts";
import type { Outcome } from "./outcome.ts";
import type { Sent } from "./requests.ts";
import { type Attempt, answeredBy, collectionAttempts, itemAttempts } from "./roleAttempts.ts";
import { type RoleCase, roleOutcome } from "./roleCases.ts";
import { type FieldTrial, type Finding, tryCreate, tryRead, tryUpdate } from "./roleFields.ts";
import { RoleTargets } from "./roleTargets.ts";

/** What the attempts of a right have shown so far. */
interface Shown {
  tries: number;
  isAllowed: boolean;
  wrong?: { readonly got: string; readonly sent: Sent };
}

/** Tries the rights of roles by API: on lists, and on records of their own and of another reseller. */
export class RoleApi {
  readonly #platform: Accounts;
  readonly #targets: RoleTargets;

  constructor(platform: Accounts, targets = new RoleTargets(platform)) {
    this.#platform = platform;
    this.#targets = targets;
  }

  /** Tries cases of one role on one resource. */
  async verify(cases: readonly RoleCase[]): Promise<Outcome[]> {
    const [first] = cases;
    if (!first) return [];
    const { descriptor } = moduleOf(first.resource);
    const member = this.#platform.memberOf(first.role);
    const targets = await this.#targets.of(descriptor, member);
    const whole = cases.filter(({ field }) => field === undefined);
    const outcomes = whole.length > 0 ? await this.#tryRights(whole, descriptor, member, targets) : [];
    for (const entry of cases) {
      const field = descriptor.fields.find(({ name }) => name === entry.field);
      if (!field) continue;
      const finding = await this.#tryField(entry, { descriptor, member, field, expects: entry.expects, targets });
      outcomes.push(fieldOutcome(entry, finding));
    }
    return outcomes;
  }

  async #tryRights(
    cases: readonly RoleCase[],
    descriptor: ResourceDescriptor,
    member: Member,
    targets: readonly Target[],
  ): Promise<Outcome[]> {
    const wanted = new Map(cases.map((entry) => [entry.right, { tries: 0, isAllowed: false } as Shown]));
    const attempts = [
      ...collectionAttempts(this.#targets.worlds, descriptor, member),
      ...targets.flatMap((target) =>
        itemAttempts(this.#platform, this.#targets.worlds, { descriptor, member, target }),
      ),
    ];
    for (const attempt of attempts) {
      const shown = attempt.rights.flatMap((right) => wanted.get(right) ?? []);
      if (shown.length === 0) continue;
      const { answered, sent } = await send(attempt, member);
      for (const one of shown) {
        one.tries++;
        one.isAllowed ||= answered === "allowed";
        if (answered === attempt.expected) continue;
        one.wrong ??= { got: `${attempt.what}: ${answered}, not ${attempt.expected}`, sent };
      }
    }
    return cases.map((entry) => rightOutcome(entry, wanted.get(entry.right)));
  }

  #tryField({ right }: RoleCase, trial: FieldTrial): Promise<Finding> {
    if (right === "create") return tryCreate(this.#platform, this.#targets.worlds, trial);
    return right === "update" ? tryUpdate(this.#platform, trial) : tryRead(this.#platform, trial);
  }
}

async function send(attempt: Attempt, member: Member): Promise<{ answered: string; sent: Sent }> {
  const sent = await attempt.build();
  const answer = await member.api.request(sent.method, sent.url, sent.payload);
  return { answered: (attempt.read ?? answeredBy)(answer), sent };
}

function rightOutcome(entry: RoleCase, shown: Shown | undefined): Outcome {
  if (shown?.wrong) return roleOutcome(entry, "api", { verdict: "discrepancy", ...shown.wrong });
  if (!shown || shown.tries === 0) {
    return roleOutcome(entry, "api", { verdict: "skipped", got: "the API only looks this up" });
  }
  if (entry.expects === "accepted" && !shown.isAllowed) {
    return roleOutcome(entry, "api", { verdict: "skipped", got: "no record that the role can see" });
  }
  return roleOutcome(entry, "api", { verdict: entry.expects, got: `${shown.tries} requests as expected` });
}

function fieldOutcome(entry: RoleCase, finding: Finding): Outcome {
  if (!finding) return roleOutcome(entry, "api", { verdict: entry.expects, got: "as expected" });
  if ("untried" in finding) return roleOutcome(entry, "api", { verdict: "skipped", got: finding.untried });
  return roleOutcome(entry, "api", { verdict: "discrepancy", got: finding.wrong, sent: finding.sent });
}
