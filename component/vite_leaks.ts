/**
 * Checks what Qwik's optimizer leaves of a module in a browser build: for a
 * closure that it knows to be server-only, an empty call.
 *
 * @module
 */

/** A part of a syntax tree (ESTree). */
export interface Node {
  /** The node type. */
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A syntax tree. */
export interface Program extends Node {
  readonly body: readonly Node[];
}

/** The imported names of functions that take the configuration. */
const TAKERS: readonly unknown[] = [
  "ComponentAuth$",
  "ComponentAuthQrl",
  "routeAuth$",
  "routeAuthQrl",
];

/**
 * Finds a way in which a module's configuration could reach browsers, and
 * returns a sentence that says what to do instead, or null. Only calls by the
 * imported name are safe: under any other name, Qwik does not know that the
 * closure is server-only.
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

/**
 * Returns what is wrong with an import or export of this library; collects the
 * local names of functions that take the configuration.
 */
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

/**
 * Whether a node is the import itself, or a call that only has the name of a
 * removed closure.
 */
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
    // Qwik may assign it to a variable before the call.
    return isTakenOut(closure) ||
      closure.type === "Identifier" && names.includes(closure.name);
  };
}

/**
 * Whether a browser module, after all unused code was removed, still has
 * statements or values that run at its top level. Each may contain the
 * configuration, and keeps what it references. Closures that Qwik knows run
 * elsewhere, and so do the module's own functions; a plain value is left only
 * if browser code imports it.
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

/**
 * Finds code that runs immediately, other than the calls that Qwik's optimizer
 * leaves.
 */
function findRun(root: Node, names: readonly unknown[]): Node | null {
  const isRun = (node: Node) =>
    RUNS.test(node.type) && !isOfQwik(node, names) && !isListOfExports(node);
  return findAll(root, isRun, (node) => FUNCTION.test(node.type))[0] ?? null;
}

const RUNS =
  /^(?:Call|New|Await|Assignment|Update|TaggedTemplate|Import)Expression$/;

const FUNCTION = /^(?:ArrowFunction|Function)(?:Expression|Declaration)$/;

/** The names that Qwik's optimizer gives to closures: they end in a hash. */
const SYMBOL = /(?:^|_)[A-Za-z0-9]{11}$/;

/**
 * Matches `componentQrl(qrl(() => import("…"), "…"))` and `_noopQrl("…")`, the
 * compiled form of `component$(…)`, by shape, because bundlers rename the
 * functions.
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

/**
 * Whether it is what Vite 8 adds to a module that is imported at run time:
 * `__exportAll({ name: () => name })`, which holds no value.
 */
function isListOfExports({ type, callee }: Node): boolean {
  return type === "CallExpression" &&
    /^__exportAll(?:\$\d+)?$/.test(String((callee as Node).name));
}

/** Finds an object that looks like the configuration, at any depth. */
function findConfig(root: Node): Node | null {
  const isConfig = ({ type, properties }: Node) =>
    type === "ObjectExpression" &&
    (properties as readonly Node[]).some(({ key }) =>
      isNode(key) && ["providers", "secret"].includes(String(toName(key)))
    );
  return findAll(root, isConfig)[0] ?? null;
}

/**
 * Lists the secrets that objects of a module hold as texts: those with
 * `providers` and `secret`, and those with `clientId` and `clientSecret`.
 */
export function listWritten(program: Program): string[] {
  const objects = findAll(program, ({ type }) => type === "ObjectExpression");
  return objects.flatMap(({ properties }) => {
    const values = new Map(
      (properties as readonly Node[]).flatMap(({ key, value }) =>
        isNode(key) && isNode(value) ? [[toName(key), value.value]] : []
      ),
    );
    return [["providers", "secret"], ["clientId", "clientSecret"]].flatMap(
      ([beside, name]) => {
        const value = values.has(beside) ? values.get(name) : undefined;
        return typeof value === "string" && value.length >= 16 ? [value] : [];
      },
    );
  });
}

/** Returns all nodes that pass, except below skipped ones. */
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
