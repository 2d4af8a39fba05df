import { join } from "node:path";
import type { FieldDescriptor, ResourceDescriptor, Right } from "../../../src/core/descriptor.ts";
import { hasValue } from "../../../src/core/valueAt.ts";
import { pathTo } from "../../../src/panel/paths.ts";
import { actionKey, fieldKey } from "../../../src/panel/resource/labels.ts";
import { waysToCreate } from "../../../src/panel/resource/waysToCreate.ts";
import { formOverrides } from "../../../src/panel/resources/overrides.ts";
import type { Accounts, Member } from "../../../tests/support/accessPlatform.ts";
import { reachOf } from "../../../tests/support/rights.ts";
import { itemPath } from "../../../tests/support/targets.ts";
import { translator } from "../texts.ts";
import { moduleOf } from "./book.ts";
import { isGiven } from "./formAddress.ts";
import type { Outcome } from "./outcome.ts";
import { expectedAt } from "./roleAttempts.ts";
import { caseIdFor, type RoleCase, roleOutcome } from "./roleCases.ts";
import { canChange, hasInput, type RolePage } from "./rolePage.ts";
import { type VisitedPage, visitPages } from "./rolePages.ts";
import type { RoleTargets } from "./roleTargets.ts";

export interface RoleFormParts {
  readonly platform: Accounts;
  readonly targets: RoleTargets;
  /** The panel as this role, logged in. */
  readonly pageOf: (role: string) => Promise<RolePage>;
  /** Folder for pictures of refuted cases; absent: none are taken. */
  readonly screenshots?: string;
}

/** What is wrong on a page, why nothing shows it, or nothing. */
type Finding = { readonly wrong: string; readonly page: VisitedPage } | { readonly untried: string } | undefined;

interface Scene {
  readonly descriptor: ResourceDescriptor;
  readonly member: Member;
  readonly pages: readonly VisitedPage[];
}

const translate = translator("en");

/** Tries the rights of roles in the panel: which pages, buttons and inputs it has for them. */
export class RoleForm {
  readonly #parts: RoleFormParts;

  constructor(parts: RoleFormParts) {
    this.#parts = parts;
  }

  /** Tries cases of one role on one resource. */
  async verify(cases: readonly RoleCase[]): Promise<Outcome[]> {
    const [first] = cases;
    if (!first) return [];
    const { platform, targets, pageOf, screenshots } = this.#parts;
    const { descriptor } = moduleOf(first.resource);
    const member = platform.memberOf(first.role);
    const page = await pageOf(first.role);
    const visit = {
      ...{ platform, world: targets.worlds.own, page, descriptor, member },
      targets: await targets.of(descriptor, member),
    };
    // Values that a role may not read are looked for in forms, too.
    const rights = new Set(
      cases.flatMap(({ right, field }): Right[] => (field && right === "read" ? ["read", "update"] : [right])),
    );
    const scene = { descriptor, member, pages: await visitPages(visit, rights) };
    const outcomes: Outcome[] = [];
    for (const entry of cases) {
      const finding = await this.#judge(entry, scene);
      if (!finding) outcomes.push(roleOutcome(entry, "form", { verdict: entry.expects, got: "as expected" }));
      else if ("untried" in finding) {
        outcomes.push(roleOutcome(entry, "form", { verdict: "skipped", got: finding.untried }));
      } else {
        const { address } = finding.page;
        const outcome = roleOutcome(entry, "form", { verdict: "discrepancy", got: `${address}: ${finding.wrong}` });
        if (!screenshots) outcomes.push(outcome);
        else {
          const screenshot = `${caseIdFor(entry, "form").replace(/[^A-Za-z0-9.-]+/g, "_")}.png`;
          await page.picture(address, join(screenshots, screenshot));
          outcomes.push({ ...outcome, screenshot });
        }
      }
    }
    return outcomes;
  }

  async #judge(entry: RoleCase, scene: Scene): Promise<Finding> {
    const field = scene.descriptor.fields.find(({ name }) => name === entry.field);
    if (entry.right === "lookup") return { untried: "looked up in fields of other forms" };
    if (!field) return judgeRight(entry, scene);
    if (entry.right === "read") return this.#judgeRead(field, scene);
    return judgeWrite(entry.right, field, scene);
  }

  /** A field that the role may not read is on no page; others are, where the record has a value. */
  async #judgeRead(field: FieldDescriptor, { descriptor, member, pages }: Scene): Promise<Finding> {
    const { name } = descriptor;
    const label = labelOf(descriptor, field);
    const isOwn = descriptor.fields.filter((one) => labelOf(descriptor, one) === label).length === 1;
    const list = pages.find(({ view, columns }) => view === "list" && isOwn && columns.includes(label));
    if (list && reachOf(name, member.role, "read", field.name) === "none") {
      return { wrong: `has a column ${field.name}`, page: list };
    }
    const shown = pages.filter(({ view, state }) => (view === "details" || view === "edit") && state === "open");
    let isSeen = false;
    for (const page of shown) {
      const id = page.target?.id ?? "";
      const isReadable = expectedAt(descriptor, member, { id, place: "self" }, "read", field.name) === "allowed";
      const isShown = hasInput(page, field.name) || (isOwn && page.terms.includes(label));
      if (isShown && !isReadable && !canChange(page, field.name)) return { wrong: `shows ${field.name}`, page };
      isSeen ||= isShown || !isReadable;
      if (isShown || !isReadable || page.view === "edit") continue;
      const path = itemPath(descriptor, page.target ?? { id });
      const { body } = await this.#parts.platform.owner.request("GET", path);
      const isNamed = !field.reference || reachOf(field.reference.resource, member.role, "lookup") !== "none";
      const isFact = descriptor.groups.some(({ fields }) => fields.includes(field.name)) && !field.when;
      if (hasValue(body?.[field.name]) && isNamed && isFact && isOwn) {
        return { wrong: `does not show ${field.name}`, page };
      }
    }
    if (isSeen) return undefined;
    return { untried: shown.length === 0 ? "no page shows the record to the role" : "the page has no value for it" };
  }
}

function labelOf({ name }: ResourceDescriptor, field: FieldDescriptor): string {
  return translate(fieldKey(name, field.name), { _: field.name });
}

/** A right on the whole resource: its pages open or not, with the links and buttons that belong to it. */
function judgeRight({ right, expects }: RoleCase, scene: Scene): Finding {
  const own: Partial<Record<Right, readonly VisitedPage["view"][]>> = {
    read: ["list", "details"],
    create: ["create"],
    update: ["edit"],
    delete: ["details"],
  };
  const concerned = scene.pages.filter(({ view }) => own[right]?.includes(view));
  if (concerned.length === 0) return { untried: "the panel has no such page" };
  for (const page of concerned) {
    if (page.state !== page.expected) return { wrong: `${page.state}, not ${page.expected}`, page };
    const isForm = page.view === "create" || page.view === "edit";
    if (isForm && page.state === "open" && !page.canSave) return { wrong: "a form that cannot be saved", page };
  }
  if (right === "delete") return judgeDelete(expects, scene);
  if (right === "create" || right === "update") {
    const wrong = right === "create" ? judgeCreateLinks(expects, scene) : judgeEditLinks(scene);
    if (wrong) return wrong;
  }
  const isSeen = expects === "refused" || concerned.some(({ state }) => state === "open");
  return isSeen ? undefined : { untried: "no record that the role can see" };
}

/** Buttons for new records and for copies: for those alone who may create them. */
function judgeCreateLinks(expects: RoleCase["expects"], { descriptor, pages }: Scene): Finding {
  const { name, parent } = descriptor;
  // Their lists are tabs of another page.
  if (parent) return undefined;
  const forms = waysToCreate(descriptor, undefined).map(({ variant }) => pathTo(name, "create", { variant }));
  const isOffered = ({ links }: VisitedPage) => links.some((link) => forms.includes(link));
  const shown = pages.filter(({ view, state }) => (view === "list" || view === "details") && state === "open");
  const wrong =
    expects === "refused" ? shown.find(isOffered) : shown.find((page) => page.view === "list" && !isOffered(page));
  return wrong && { wrong: `${expects === "refused" ? "a" : "no"} button for new records`, page: wrong };
}

/** Links to edit forms, and ways to select records: for those alone who may change them. */
function judgeEditLinks({ descriptor, member, pages }: Scene): Finding {
  const isWithout = (right: Right) => reachOf(descriptor.name, member.role, right) === "none";
  const list = pages.find(({ view, state }) => view === "list" && state === "open");
  if (list && isWithout("update")) {
    if (list.links.some((link) => link.endsWith("/edit"))) return { wrong: "a link to a form", page: list };
    if (list.canSelect && isWithout("delete")) return { wrong: "records can be selected", page: list };
  }
  for (const form of pages.filter(({ view }) => view === "edit")) {
    const page = pages.find(({ view, target }) => view === "details" && target?.id === form.target?.id);
    if (page?.state !== "open") continue;
    const [address = ""] = form.address.split("?");
    const isLinked = page.links.includes(address);
    if (isLinked !== (form.expected === "open")) return { wrong: `${isLinked ? "a" : "no"} link to the form`, page };
  }
  return undefined;
}

function judgeDelete(expects: RoleCase["expects"], { descriptor, member, pages }: Scene): Finding {
  const label = translate(actionKey(descriptor.name, "remove"));
  let isOffered = false;
  for (const page of pages.filter(({ view, state }) => view === "details" && state === "open")) {
    const mayRemove = page.target && expectedAt(descriptor, member, page.target, "delete") === "allowed";
    const isAllowed = expects === "accepted" && mayRemove === true;
    const hasButton = page.buttons.includes(label);
    if (hasButton !== isAllowed) return { wrong: hasButton ? `a button "${label}"` : `no button "${label}"`, page };
    isOffered ||= hasButton;
  }
  return expects === "accepted" && !isOffered ? { untried: "no record that the role may remove" } : undefined;
}

/** An input that can be changed, if the role may set the field; none or a read-only one otherwise. */
function judgeWrite(right: Right, field: FieldDescriptor, { descriptor, member, pages }: Scene): Finding {
  const view = right === "create" ? "create" : "edit";
  const forms = pages.filter((page) => page.view === view && page.state === "open");
  if (forms.length === 0) return { untried: "the panel has no such page" };
  const { name } = descriptor;
  const isAsked = descriptor.groups.some(({ fields }) => fields.includes(field.name)) && !field.when;
  for (const page of forms) {
    const isAllowed = page.target
      ? expectedAt(descriptor, member, page.target, right, field.name) === "allowed"
      : reachOf(name, member.role, right, field.name) === "all";
    if (!isAllowed && canChange(page, field.name)) return { wrong: `${field.name} can be changed`, page };
    if (isAllowed && !canChange(page, field.name)) {
      // Some forms leave a field to a page of its own.
      const isElsewhere = name in formOverrides && !hasInput(page, field.name);
      if (!isAsked || isElsewhere || isGiven({ resource: name, when: undefined, pointer: "" }, field.name)) {
        return { untried: "the form does not ask for it" };
      }
      return { wrong: `${field.name} cannot be changed`, page };
    }
  }
  return undefined;
}
