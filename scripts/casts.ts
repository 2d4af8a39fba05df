// npm run size -- casts [path]: counts where the code of panel and platform, tests apart, says of a value what its type does not;
// with a path it lists these places in the files that begin with it.
//   as     `as T`, except `as const`
//   !      `value!`
//   call   String, Number, Boolean, or a function that takes `unknown` or `Json`, given a member of a record: one of
//          src/generated, or one whose members may be anything
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
// The compiler's API: TypeScript 7 has none yet.
import { getLibFiles, ts } from "@ts-morph/common";

type Sort = "as" | "!" | "call";

const root = fileURLToPath(new URL("..", import.meta.url));
const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options, fileNames } = ts.parseJsonConfigFileContent({ ...config, include: ["src"] }, ts.sys, root);
const library = new Map(getLibFiles().map(({ fileName, text }) => [`/library/${fileName}`, text]));
const files = ts.createCompilerHost(options);
const program = ts.createProgram(
  fileNames,
  { ...options, incremental: false },
  {
    ...files,
    getDefaultLibLocation: () => "/library",
    getSourceFile: (name, ...settings) => {
      const text = library.get(name);
      return text ? ts.createSourceFile(name, text, settings[0]) : files.getSourceFile(name, ...settings);
    },
  },
);
const checker = program.getTypeChecker();
const conversions: ReadonlySet<string> = new Set(["String", "Number", "Boolean"]);

const isCounted = (file: string) =>
  /^src\/(?:panel|platform)\//.test(file) && !/\.(?:test|gen)\.|__fixtures__/.test(file);

function castSort(node: ts.Node): Sort | undefined {
  if (ts.isAsExpression(node)) return ts.isConstTypeReference(node.type) ? undefined : "as";
  if (ts.isNonNullExpression(node)) return "!";
  if (!ts.isCallExpression(node)) return undefined;
  return node.arguments.some((argument, index) => takesAnything(node, index) && isMemberOfRecord(argument))
    ? "call"
    : undefined;
}

/** Whether a call says nothing about the type of its argument. */
function takesAnything(call: ts.CallExpression, index: number): boolean {
  if (ts.isIdentifier(call.expression) && conversions.has(call.expression.text)) return true;
  const declared = checker.getResolvedSignature(call)?.getDeclaration();
  const parameter = declared && "parameters" in declared ? declared.parameters[index] : undefined;
  const type = parameter && "type" in parameter ? parameter.type : undefined;
  const parts = type && ts.isUnionTypeNode(type) ? type.types : [type];
  return parts.some((part) => part && ["unknown", "Json"].includes(part.getText()));
}

/** `record.name`, `record.name ?? ""`, or `name` of `const { name } = record`. */
function isMemberOfRecord(argument: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(argument) || ts.isAsExpression(argument))
    return isMemberOfRecord(argument.expression);
  if (ts.isNonNullExpression(argument)) return isMemberOfRecord(argument.expression);
  if (ts.isBinaryExpression(argument)) {
    const isChoice = argument.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
    return isChoice && (isMemberOfRecord(argument.left) || isMemberOfRecord(argument.right));
  }
  if (ts.isPropertyAccessExpression(argument) || ts.isElementAccessExpression(argument))
    return isRecord(checker.getTypeAtLocation(argument.expression));
  const source = checker.getSymbolAtLocation(argument)?.valueDeclaration;
  return source !== undefined && ts.isBindingElement(source) && isRecord(checker.getTypeAtLocation(source.parent));
}

function isRecord(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => isDictionary(part) || part.getProperties().some(isGenerated));
}

/** Whether undeclared members may be anything. */
function isDictionary(type: ts.Type): boolean {
  const value = checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
  return value !== undefined && /\b(?:Json|any|unknown)\b/.test(checker.typeToString(value));
}

function isGenerated({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) =>
    /\/src\/generated\/(?:types\/|database)/.test(declaration.getSourceFile().fileName),
  );
}

interface CastLocation {
  readonly file: string;
  readonly line: number;
  readonly sort: Sort;
  readonly text: string;
}

function castsIn(source: ts.SourceFile, file: string): CastLocation[] {
  const places: CastLocation[] = [];
  const visit = (node: ts.Node) => {
    const sort = castSort(node);
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (sort) places.push({ file, line, sort, text: node.getText().replaceAll(/\s+/g, " ") });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

const casts = program.getSourceFiles().flatMap((source) => {
  const file = relative(root, source.fileName);
  return isCounted(file) ? castsIn(source, file) : [];
});

function print(casts: readonly CastLocation[], name: string): void {
  const count = (sort: Sort) => String(casts.filter((cast) => cast.sort === sort).length).padStart(5);
  console.log(
    `${String(casts.length).padStart(5)} =${count("as")} as +${count("!")} ! +${count("call")} call  ${name}`,
  );
}

const path = process.argv[3];
if (path !== undefined) {
  const chosen = casts.filter(({ file }) => file.startsWith(path));
  for (const { file, line, sort, text } of chosen) console.log(`${file}:${line}  ${sort}  ${text}`);
} else {
  const files = [...new Set(casts.map(({ file }) => file))].map((file) => casts.filter((place) => place.file === file));
  for (const casts of files.sort((a, b) => b.length - a.length)) print(casts, casts[0]?.file ?? "");
}
for (const part of ["src/panel", "src/platform", "src"])
  print(
    casts.filter(({ file }) => file.startsWith(`${part}/`)),
    part,
  );
