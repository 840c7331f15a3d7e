/**
 * A plugin for `deno lint`: reports what `layer_rules.ts` forbids a file of the
 * library to import or to say. No rule of the linter knows folders.
 *
 * @module
 */

import { dirname, join, relative } from "node:path/posix";
import { checkFile, checkImport, type ModuleImport } from "./layer_rules.ts";
import { entries, isLibrary, name } from "./workspace.ts";

const root = new URL("..", import.meta.url).pathname;

const layers: Deno.lint.Rule = {
  create(context) {
    const path = relative(root, context.filename.replaceAll("\\", "/"));
    if (!isLibrary(path)) return {};
    const check = (
      node: Deno.lint.Node,
      source: Deno.lint.Node | null,
      rest: Pick<ModuleImport, "kind" | "reExport">,
    ) => {
      if (source?.type !== "Literal") return;
      const target = toTarget(path, String(source.value));
      for (const message of checkImport(path, { target, ...rest })) {
        context.report({ node, message });
      }
    };
    return {
      ImportDeclaration(node) {
        const kind = node.importKind === "type" ? "type" : "code";
        check(node, node.source, { kind, reExport: false });
      },
      ExportNamedDeclaration(node) {
        const kind = node.exportKind === "type" ? "type" : "code";
        check(node, node.source, { kind, reExport: true });
      },
      ExportAllDeclaration(node) {
        const kind = node.exportKind === "type" ? "type" : "code";
        check(node, node.source, { kind, reExport: true });
      },
      ImportExpression(node) {
        check(node, node.source, { kind: "dynamic", reExport: false });
      },
      TSImportType(node) {
        const { argument } = node;
        const source = argument.type === "TSLiteralType"
          ? argument.literal
          : argument;
        check(node, source, { kind: "type", reExport: false });
      },
      "Program:exit"(node) {
        const code = withoutComments(context.sourceCode);
        for (const message of checkFile(path, code)) {
          context.report({ node, message });
        }
      },
    };
  },
};

/**
 * Resolves a specifier: to a path in the repository, a package (`jose` for
 * `jose/webapi`), or itself.
 */
function toTarget(path: string, specifier: string): string {
  if (specifier.startsWith(".")) return join(dirname(path), specifier);
  if (specifier === name || specifier.startsWith(`${name}/`)) {
    return entries[`.${specifier.slice(name.length)}`]?.slice(2) ?? specifier;
  }
  const [, found = specifier] =
    /^(?:npm:\/?)?((?:@[^/]+\/)?[^@/:]+)(?=[@/]|$)/.exec(specifier) ?? [];
  return found;
}

function withoutComments(source: Deno.lint.SourceCode): string {
  return source.getAllComments().reduceRight(
    (text, { range: [start, end] }) => text.slice(0, start) + text.slice(end),
    source.text,
  );
}

const plugin: Deno.lint.Plugin = { name: "architecture", rules: { layers } };

export default plugin;
