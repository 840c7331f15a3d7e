/**
 * What Qwik's optimizer leaves of a module for browsers: where it has seen that
 * a closure is the server's, a call with nothing in it.
 *
 * @module
 */

/** A part of a syntax tree (ESTree). */
export interface Node {
  /** What it is. */
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A syntax tree. */
export interface Program extends Node {
  readonly body: readonly Node[];
}

/** What takes the configuration, as imports name it. */
const TAKERS: readonly unknown[] = [
  "ComponentAuth$",
  "ComponentAuthQrl",
  "routeAuth$",
  "routeAuthQrl",
];

/**
 * How the configuration of a module could reach browsers, as the sentence that
 * says what to do instead, or null. Only what is called by the name by which it
 * was imported is safe: by any other, Qwik does not know whose closure it is.
 *
 * @param isOurs whether an import leads to `@latchkey/auth/component`
 */
export async function findLeak(
  program: Program,
  isOurs: (source: string) => Promise<boolean>,
): Promise<string | null> {
  const takers = new Set<string>();
  for (const node of findAll(program, isImport)) {
    const source = (node.source as Node | null)?.value;
    if (typeof source !== "string" || !await isOurs(source)) continue;
    const problem = findImportProblem(node, takers);
    if (problem !== null) return problem;
  }
  const isUse = ({ type, name }: Node) =>
    type === "Identifier" && takers.has(name as string);
  const uses = findAll(program, isUse, isImportOrSafe(program, takers));
  return uses.length === 0 ? null : NOT_CALLED;
}

const NOT_CALLED =
  "Call `ComponentAuth$(() => …)` in the module that imports it, do not pass it on, and write the function in the call.";

function isImport({ type }: Node): boolean {
  return /^(?:Import(?:Declaration|Expression)|Export(?:All|Named)Declaration)$/
    .test(type);
}

/** What is wrong with an import or an export of ours; collects the names that it gives to what takes the configuration. */
function findImportProblem(node: Node, takers: Set<string>): string | null {
  const specifiers = (node.specifiers ?? []) as readonly Node[];
  const isAll = node.type === "ExportAllDeclaration" ||
    node.type === "ImportExpression" ||
    specifiers.some(({ type }) => type === "ImportNamespaceSpecifier");
  if (isAll) {
    return "Import from @latchkey/auth/component by name, not as a whole: `import { ComponentAuth$ } …`.";
  }
  const isExport = node.type === "ExportNamedDeclaration";
  for (const { imported, local } of specifiers) {
    const name = toName((isExport ? local : imported) as Node);
    if (!TAKERS.includes(name)) continue;
    if (isExport) {
      return `Import \`${name}\` from @latchkey/auth/component where it is called, and do not export it again.`;
    }
    takers.add(String(toName(local as Node)));
  }
  return null;
}

function toName({ name, value }: Node): unknown {
  return name ?? value;
}

/** An import itself, and a call with nothing but the name of a closure that was taken out. */
function isImportOrSafe(
  program: Program,
  takers: ReadonlySet<string>,
): (node: Node) => boolean {
  const isTakenOut = (node: Node) =>
    node.type === "CallExpression" &&
    /^_noopQrl(?:DEV)?$/.test(String((node.callee as Node).name));
  const taken = findAll(
    program,
    ({ type, init }) =>
      type === "VariableDeclarator" && isNode(init) && isTakenOut(init),
  );
  const names = taken.map(({ id }) => (id as Node).name);
  return (node) => {
    if (node.type === "ImportDeclaration") return true;
    if (node.type !== "CallExpression") return false;
    const { name } = node.callee as Node;
    const [closure] = node.arguments as readonly Node[];
    if (!takers.has(String(name)) || closure === undefined) return false;
    // Qwik may give it a name before the call.
    return isTakenOut(closure) ||
      closure.type === "Identifier" && names.includes(closure.name);
  };
}

/**
 * What is left of a module for browsers, after all that nobody needs was taken
 * out, and should not be: statements and values that run at its top level. Each
 * may hold the configuration, and keeps what it names. Closures that Qwik knows
 * run elsewhere, and so do functions of the module's own; a plain value is left
 * only where browsers' code imports it.
 */
export function hasRest(program: Program): boolean {
  const closures = findAll(
    program,
    ({ type, init }) =>
      type === "VariableDeclarator" && isNode(init) && isOfQwik(init, []),
  );
  const names = closures.map(({ id }) => (id as Node).name);
  return program.body.some((node) => {
    if (node.type === "ExpressionStatement") {
      return findRun(node.expression as Node, names) !== null;
    }
    if (!DECLARATION.test(node.type)) return true;
    return (findRun(node, names) ?? findConfig(node)) !== null;
  });
}

const DECLARATION =
  /^(?:(?:Variable|Function|Class|Import)Declaration|Export(?:Named|Default)Declaration)$/;

/** Something that runs at once, other than the calls that Qwik's optimizer leaves. */
function findRun(root: Node, names: readonly unknown[]): Node | null {
  const isRun = (node: Node) => RUNS.test(node.type) && !isOfQwik(node, names);
  return findAll(root, isRun, (node) => FUNCTION.test(node.type))[0] ?? null;
}

const RUNS =
  /^(?:Call|New|Await|Assignment|Update|TaggedTemplate|Import)Expression$/;

const FUNCTION = /^(?:ArrowFunction|Function)(?:Expression|Declaration)$/;

/** How Qwik's optimizer names closures: by a hash. */
const SYMBOL = /(?:^|_)[A-Za-z0-9]{11}$/;

/**
 * `componentQrl(qrl(() => import("…"), "…"))`, `_noopQrl("…")`: what becomes of
 * `component$(…)`, by its shape, because bundlers give the functions other names.
 */
function isOfQwik(node: Node, names: readonly unknown[]): boolean {
  if (node.type !== "CallExpression") return false;
  if ((node.callee as Node).type !== "Identifier") return false;
  const given = node.arguments as readonly Node[];
  return given.some((one) =>
    one.type === "Literal" && SYMBOL.test(String(one.value)) ||
    one.type === "Identifier" && names.includes(one.name) ||
    isOfQwik(one, names)
  );
}

/** An object that looks like the configuration, wherever it is. */
function findConfig(root: Node): Node | null {
  const isConfig = ({ type, properties }: Node) =>
    type === "ObjectExpression" &&
    (properties as readonly Node[]).some(({ key }) =>
      isNode(key) && ["providers", "secret"].includes(String(toName(key)))
    );
  return findAll(root, isConfig)[0] ?? null;
}

/** All nodes that pass, except below those that are left out. */
function findAll(
  root: Node,
  isWanted: (node: Node) => boolean,
  isLeftOut: (node: Node) => boolean = () => false,
): Node[] {
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value) || isLeftOut(value)) return;
    if (isWanted(value)) found.push(value);
    Object.values(value).forEach(visit);
  };
  visit(root);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value &&
    typeof value.type === "string";
}
