/**
 * A plugin for `deno lint`: a file of the library has 250 lines at most, a
 * function 40 lines and 3 parameters. `lint_limits.json` lists what has more. The
 * list only shrinks: a number that is higher than need be is an error, too. The
 * linter's own rules have no such lists.
 *
 * @module
 */

import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isLibrary } from "./workspace.ts";
import allowed from "./lint_limits.json" with { type: "json" };

const root = fileURLToPath(new URL("..", import.meta.url));

/** The limits, by kind. */
const LIMITS = { "lines of a file": 250, lines: 40, parameters: 3 };

type Kind = keyof typeof LIMITS;

type FunctionNode =
  | Deno.lint.FunctionDeclaration
  | Deno.lint.FunctionExpression
  | Deno.lint.ArrowFunctionExpression;

/** The counts of one file that are over a limit, and those that it may have, by name and kind. */
interface Counts {
  readonly known: Map<string, number>;
  readonly found: Map<string, number>;
}

const limits: Deno.lint.Rule = {
  create(context) {
    const path = relative(root, context.filename).replaceAll("\\", "/");
    if (!isLibrary(path)) return {};
    const known = (allowed as Record<string, Record<string, number>>)[path];
    const counts: Counts = {
      known: new Map(Object.entries(known ?? {})),
      found: new Map(),
    };
    const countLines = (text: string) => text.trimEnd().split("\n").length;
    const check =
      (node: Deno.lint.Node, kind: Kind, name: string) => (count: number) => {
        const key = `${name}${kind}`;
        if (count <= LIMITS[kind]) return;
        counts.found.set(key, Math.max(count, counts.found.get(key) ?? 0));
        if (count <= (counts.known.get(key) ?? 0)) return;
        const message = `${key}: ${count}, more than ${LIMITS[kind]}`;
        context.report({ node, message });
      };
    const checkFunction = (node: FunctionNode) => {
      const name = `${toName(node)}: `;
      const lines = countLines(context.sourceCode.getText(node));
      check(node, "lines", name)(lines);
      check(node, "parameters", name)(node.params.length);
    };
    return {
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      "Program:exit"(node) {
        check(node, "lines of a file", "")(countLines(context.sourceCode.text));
        for (const [key, count] of counts.known) {
          const found = counts.found.get(key) ?? 0;
          if (found >= count) continue;
          const message =
            `scripts/lint_limits.json may say ${found} for "${key}"`;
          context.report({ node, message });
        }
      },
    };
  },
};

/** The name of a function, by itself or by what holds it. */
function toName(node: FunctionNode): string {
  const { parent } = node;
  if ("id" in node && node.id) return node.id.name;
  if (parent.type === "VariableDeclarator" && parent.id.type === "Identifier") {
    return parent.id.name;
  }
  const isMember = parent.type === "MethodDefinition" ||
    parent.type === "Property" || parent.type === "PropertyDefinition";
  return isMember && parent.key.type === "Identifier"
    ? parent.key.name
    : "a function";
}

const plugin: Deno.lint.Plugin = { name: "house", rules: { limits } };

export default plugin;
