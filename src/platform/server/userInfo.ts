import type { FastifyInstance } from "fastify";
import { can, isGuarded } from "../../core/access/access.ts";
import type { FieldDescriptor, ResourceDescriptor, Right } from "../../core/schema/descriptor.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { type PlatformContext, servedDescriptors } from "../records/context.ts";
import type { Actor } from "../resourceHooks.ts";

type Operation = ResourceDescriptor["operations"][number];
type WriteOperation = Exclude<Operation, "list" | "read">;
type Rights = Readonly<Record<WriteOperation | "read", boolean>>;

/**
 * `GET /api/userinfo/`: the caller, and what it may do with resources and their fields, for clients that adapt to it:
 * `permissions.entity.<resource>.$p` and `.columns.<field>.$p`, each `{create, read, update, delete}`. Resources
 * without any right are left out. Rights on one's own record only count as rights.
 */
export function registerUserInfo(app: FastifyInstance, context: PlatformContext): void {
  app.get("/api/userinfo/", async (request) => {
    const actor = await context.actorOf(request);
    if (actor.serverRole === "lintercept") throw new PlatformError("forbidden");
    const served = servedDescriptors(context);
    const entity = Object.fromEntries(
      served.flatMap((descriptor) => {
        const own = rightsOn(actor, descriptor);
        return Object.values(own).some(Boolean)
          ? [[descriptor.name, { $p: own, columns: userInfoColumns(actor, descriptor, own) }]]
          : [];
      }),
    );
    return { username: actor.username, role: actor.serverRole, permissions: { entity } };
  });
}

function userInfoColumns(actor: Actor, descriptor: ResourceDescriptor, rights: Rights) {
  const visibleFields = descriptor.fields.filter(({ internal }) => !internal);
  return Object.fromEntries(
    visibleFields.map((field) => [
      field.name,
      {
        $p:
          isGuarded(field) || field.readOnly || field.writeOnly || field.immutable
            ? rightsOn(actor, descriptor, field)
            : rights,
      },
    ]),
  );
}

function rightsOn(actor: Actor, descriptor: ResourceDescriptor, field?: FieldDescriptor): Rights {
  const fieldOptions = field ? { field } : {};
  const own = { ...fieldOptions, record: { id: actor.adminId } };
  const allows = (right: Right) => can(actor, descriptor, right, fieldOptions) || can(actor, descriptor, right, own);
  const offers = (operation: Operation) => descriptor.operations.includes(operation);
  // Some roles have no read-only variant; the flag restricts them all the same.
  const changes = (right: WriteOperation) => offers(right) && !actor.admin.read_only && allows(right);
  const writes = (right: WriteOperation) => !field?.readOnly && changes(right);
  return {
    create: writes("create"),
    // Whatever can be looked up is answered to requests.
    read: !field?.writeOnly && (offers("list") || offers("read")) && allows("lookup"),
    update: !field?.immutable && writes("update"),
    delete: changes("delete"),
  };
}
