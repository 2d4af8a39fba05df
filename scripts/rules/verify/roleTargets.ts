import type { ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { type Accounts, logInAs, type Member } from "../../../tests/support/accessPlatform.ts";
import { TEST_RESELLER } from "../../../tests/support/accounts.ts";
import { selfTarget, type Target, targetOf, type Worlds } from "../../../tests/support/targets.ts";
import { World } from "../../../tests/support/world.ts";

const FOREIGN_RESELLER = 3;

/** The records that roles try to access: made once for all of them. */
export class RoleTargets {
  readonly worlds: Worlds;
  readonly #platform: Accounts;
  readonly #shared = new Map<string, Promise<readonly Target[]>>();

  constructor(platform: Accounts) {
    const { owner } = platform;
    this.#platform = platform;
    this.worlds = {
      own: new World(owner, TEST_RESELLER),
      foreign: new World(owner, FOREIGN_RESELLER, { mark: "f", firstDigits: 970_000 }),
    };
  }

  /** A record of the role's reseller, one of another, and the role's own account or session. */
  async of(descriptor: ResourceDescriptor, member: Member): Promise<readonly Target[]> {
    const shared = this.#shared.get(descriptor.name) ?? this.#make(descriptor);
    this.#shared.set(descriptor.name, shared);
    const made = await shared;
    // Another session, so that ending it does not end the caller's.
    if (descriptor.name === "adminsessions") await logInAs(this.#platform.app, member.role);
    const self = await selfTarget(this.#platform, descriptor, member);
    return [...made, ...(self ? [self] : [])];
  }

  /** Makes new records of the resource next time. */
  forget(resource: string): void {
    this.#shared.delete(resource);
  }

  async #make(descriptor: ResourceDescriptor): Promise<readonly Target[]> {
    // Creates records that only come with others, such as a subscriber's numbers.
    await this.worlds.own.shared("subscribers");
    return [
      await targetOf(this.#platform, this.worlds, descriptor, "own"),
      await targetOf(this.#platform, this.worlds, descriptor, "foreign"),
    ];
  }
}
