import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** An ESTree node; members other than `type` depend on it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

export interface Source {
  /** Path relative to the project root. */
  readonly path: string;
  readonly program: Node;
  /** `path:line` of a node. */
  at(node: Node): string;
}

/** Tests, their helpers and generated code. */
const EXCLUDED = /\.(?:test|gen|d)\.tsx?$|^test[A-Z]/;

/** Parses our own code in a folder. */
export function sourcesBelow(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !EXCLUDED.test(entry.name))
    .map((entry) => parse(relative(root, join(entry.parentPath, entry.name))));
}

export function parse(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return {
    path,
    program: program as unknown as Node,
    at: ({ start }) => `${path}:${text.slice(0, start).split("\n").length}`,
  };
}

/** What a node stands in, innermost first. */
export interface Around {
  readonly node: Node;
  readonly outer: Around | undefined;
}

/** Every node in the order of the text, with what it stands in. A million of them: nothing is copied on the way down. */
export function* walk(program: Node): Generator<readonly [node: Node, around: Around | undefined]> {
  const open: Around[] = [{ node: program, outer: undefined }];
  for (let place = open.pop(); place; place = open.pop()) {
    const { node, outer } = place;
    yield [node, outer];
    const inner: Around[] = [];
    for (const member of Object.values(node)) {
      if (typeof member !== "object" || member === null) continue;
      for (const child of Array.isArray(member) ? member : [member])
        if (isNode(child)) inner.push({ node: child, outer: place });
    }
    for (let index = inner.length - 1; index >= 0; index--) open.push(inner[index] as Around);
  }
}

/** The nodes around a node, innermost first. */
export function ancestorsIn(around: Around | undefined): Node[] {
  const nodes: Node[] = [];
  for (let place = around; place; place = place.outer) nodes.push(place.node);
  return nodes;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

/** The value of a string literal; undefined for other nodes. */
export function literalText(node: unknown): string | undefined {
  return isNode(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** The fixed parts of a template literal; undefined for other nodes. */
export function templateParts(node: unknown): string[] | undefined {
  if (!isNode(node) || node.type !== "TemplateLiteral") return undefined;
  return (node.quasis as { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked);
}
