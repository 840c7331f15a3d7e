/**
 * Reads declarations as they are written, without what they do: `deno doc` knows
 * where each is, but gives types as trees.
 *
 * @module
 */

import ts from "typescript";

/** A place in a source, as `deno doc` counts: lines from one, columns from zero. */
export interface Place {
  readonly filename: string;
  readonly line: number;
  readonly col: number;
}

/** Longer values of constants say nothing that their type does not. */
const MAX_VALUE = 200;

const sources = new Map<string, ts.SourceFile>();

function readSource(filename: string): ts.SourceFile {
  const known = sources.get(filename);
  if (known !== undefined) return known;
  const text = Deno.readTextFileSync(new URL(filename));
  const { ESNext } = ts.ScriptTarget;
  const source = ts.createSourceFile(filename, text, ESNext, true);
  sources.set(filename, source);
  return source;
}

/** Returns the declaration at a place, without its body; null if there is none. */
export function readSignature({ filename, line, col }: Place): string | null {
  if (!filename.startsWith("file:")) return null;
  const source = readSource(filename);
  // The column may count bytes, so a check of the place would fail.
  const at = (source.getLineStarts()[line - 1] ?? 0) + col;
  const found = source.statements.find((one) =>
    one.getFullStart() <= at && at < one.end
  );
  return found === undefined ? null : toText(found)
    .replace(/^export (?:default )?(?:declare )?/, "");
}

function toText(node: ts.Statement): string {
  if (ts.isFunctionDeclaration(node)) return toHead(node);
  if (ts.isClassDeclaration(node)) return toClass(node);
  if (ts.isVariableStatement(node)) return toVariable(node);
  return node.getText();
}

/** Returns a constant without a value that its type describes. */
function toVariable(node: ts.VariableStatement): string {
  const text = node.getText();
  const { type } = node.declarationList.declarations[0] ?? {};
  if (type !== undefined) {
    return `${text.slice(0, type.end - node.getStart())};`;
  }
  return text.length <= MAX_VALUE ? text : text.replace(/ = [^]*$/, " = …;");
}

/** Returns a function or a method without its body. */
function toHead(node: ts.FunctionLikeDeclaration): string {
  const text = node.getText();
  const end = node.body === undefined
    ? text.length
    : node.body.getStart() - node.getStart();
  return `${text.slice(0, end).trim().replace(/;$/, "")};`
    .replace(/^export async /, "export ");
}

/** Returns a class with its public members, and their comments. */
function toClass(node: ts.ClassDeclaration): string {
  const [first] = node.members;
  const head = node.getText()
    .slice(0, (first?.getFullStart() ?? node.end) - node.getStart());
  const members = node.members.filter(isPublic).map((one) => {
    const comment = toComment(one);
    const text = ts.isPropertyDeclaration(one)
      ? one.getText().replace(/ = [^]*$/, ";")
      : toHead(one as ts.MethodDeclaration);
    return `${comment}  ${text}`;
  });
  return `${head.trimEnd()}\n${members.join("\n")}\n}`;
}

function isPublic(node: ts.ClassElement): boolean {
  return !(node.name !== undefined && ts.isPrivateIdentifier(node.name)) &&
    !ts.isClassStaticBlockDeclaration(node);
}

function toComment(node: ts.Node): string {
  const text = node.getSourceFile().text;
  const own = text.slice(node.getFullStart(), node.getStart()).trim();
  return own === "" ? "" : `  ${own}\n`;
}
