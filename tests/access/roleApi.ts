import { curlLine, type Sent } from "../../scripts/rules/verify/requests.ts";
import type { ResourceDescriptor, Right } from "../../src/core/schema/descriptor.ts";
import { type Accounts, logInAs, type Member } from "../support/accessPlatform.ts";
import { TEST_RESELLER } from "../support/accounts.ts";
import { guardedFields, reachOf } from "../support/rights.ts";
import { selfTarget, type Target, targetOf, type Worlds } from "../support/targets.ts";
import { World } from "../support/world.ts";
import { type Attempt, answeredBy, collectionAttempts, itemAttempts } from "./roleAttempts.ts";
import { type FieldTrial, type Finding, tryCreate, tryRead, tryUpdate } from "./roleFields.ts";

export const rights: readonly Right[] = ["read", "lookup", "create", "update", "delete"];

const FOREIGN_RESELLER = 3;

/** Tries the rights of roles by API: on lists, and on records of their own and of another reseller. */
export class RoleApi {
  readonly #platform: Accounts;
  readonly #worlds: Worlds;
  /** The records that roles try to access: made once for all of them. */
  readonly #shared = new Map<string, Promise<readonly Target[]>>();

  constructor(platform: Accounts) {
    const { owner } = platform;
    this.#platform = platform;
    this.#worlds = {
      own: new World(owner, TEST_RESELLER),
      foreign: new World(owner, FOREIGN_RESELLER, { mark: "f", firstDigits: 970_000 }),
    };
  }

  /** Tries each right of a role on a resource, and on its fields with access of their own: what is not as the schemas say. */
  async verify(descriptor: ResourceDescriptor, role: string): Promise<string[]> {
    const member = this.#platform.memberOf(role);
    const targets = await this.#targetsOf(descriptor, member);
    const wrong: string[] = [];
    const attempts = [
      ...collectionAttempts(this.#worlds, descriptor, member),
      ...targets.flatMap((target) => itemAttempts(this.#platform, this.#worlds, { descriptor, member, target })),
    ];
    for (const attempt of attempts) wrong.push(...(await tried(attempt, member)).map((text) => `${role} ${text}`));
    const trials = guardedFields(descriptor.name).flatMap((name) => trialsOf(descriptor, member, name, targets));
    for (const { right, ...trial } of trials) {
      const finding = await this.#tryField(right, trial);
      if (finding) wrong.push(`${role} ${right} ${trial.field.name}: ${finding.wrong} ${lineOf(finding.sent)}`);
    }
    return wrong;
  }

  /** A record of the role's reseller, one of another, and the role's own account or session. */
  async #targetsOf(descriptor: ResourceDescriptor, member: Member): Promise<readonly Target[]> {
    const shared = this.#shared.get(descriptor.name) ?? this.#make(descriptor);
    this.#shared.set(descriptor.name, shared);
    const made = await shared;
    // Another session, so that ending it does not end the caller's.
    if (descriptor.name === "adminsessions") await logInAs(this.#platform.app, member.role);
    const self = await selfTarget(this.#platform, descriptor, member);
    return [...made, ...(self ? [self] : [])];
  }

  async #make(descriptor: ResourceDescriptor): Promise<readonly Target[]> {
    // Creates records that only come with others, such as a subscriber's numbers.
    await this.#worlds.own.shared("subscribers");
    return [
      await targetOf(this.#platform, this.#worlds, descriptor, "own"),
      await targetOf(this.#platform, this.#worlds, descriptor, "foreign"),
    ];
  }

  #tryField(right: Right, trial: FieldTrial): Promise<Finding> {
    if (right === "create") return tryCreate(this.#platform, this.#worlds, trial);
    return right === "update" ? tryUpdate(this.#platform, trial) : tryRead(this.#platform, trial);
  }
}

async function tried(attempt: Attempt, member: Member): Promise<string[]> {
  const sent = await attempt.build();
  const answer = await member.api.request(sent.method, sent.url, sent.payload);
  const answered = (attempt.read ?? answeredBy)(answer);
  return answered === attempt.expected ? [] : [`${attempt.what}: ${answered}, not ${attempt.expected} ${lineOf(sent)}`];
}

const lineOf = (sent: Sent | undefined) => (sent ? curlLine(sent) : "");

/** Nothing for rights that the role lacks on the whole resource, or that nobody has on such a field. */
function trialsOf(descriptor: ResourceDescriptor, member: Member, name: string, targets: readonly Target[]) {
  const { name: resource, fields, operations, api } = descriptor;
  const field = fields.find((one) => one.name === name);
  if (!field) return [];
  const isWritten = !field.internal && !field.readOnly;
  const possible: Partial<Record<Right, boolean>> = {
    read: !field.internal && !field.writeOnly,
    // An action leaves no record to look at.
    create: operations.includes("create") && isWritten && !api.actionOnly,
    update: operations.includes("update") && isWritten && !field.immutable,
  };
  const asked = (right: Right): Right => (right === "read" ? "lookup" : right);
  return rights
    .filter((right) => possible[right] && reachOf(resource, member.role, asked(right)) !== "none")
    .map((right) => {
      const isRefused = reachOf(resource, member.role, asked(right), name) === "none";
      const expects: FieldTrial["expects"] = isRefused ? "refused" : "accepted";
      return { right, descriptor, member, field, expects, targets };
    })
    .filter(({ right, expects }) => right === "read" || expects === "accepted");
}
