/**
 * Finds the small changes of a source that its tests should notice. Mutation
 * testers such as Stryker make every change that they can, which takes hours
 * here; these are the ones that open a hole.
 *
 * @module
 */

import ts from "typescript";

/** A change of one expression or statement. */
export interface Change {
  /** The place of the text that is replaced. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const { SyntaxKind } = ts;

/** What an operator becomes: negated, and with its bound shifted by one. */
const operators: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, ["!=="]],
  [SyntaxKind.ExclamationEqualsEqualsToken, ["==="]],
  [SyntaxKind.LessThanToken, [">=", "<="]],
  [SyntaxKind.LessThanEqualsToken, [">", "<"]],
  [SyntaxKind.GreaterThanToken, ["<=", ">="]],
  [SyntaxKind.GreaterThanEqualsToken, ["<", ">"]],
]);

/** Lists the changes of a source, in the order of their places. */
export function findChanges(source: string): Change[] {
  const file = ts.createSourceFile(
    "source.ts",
    source,
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    found.push(
      ...dropStatement(node),
      ...changeOperator(node),
      ...negate(node),
      ...swapArguments(node),
    );
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Makes the change. */
export function applyChange(source: string, change: Change): string {
  const { start, end, replacement } = change;
  return source.slice(0, start) + replacement + source.slice(end);
}

function replace(node: ts.Node, replacement: string): Change {
  return { start: node.getStart(), end: node.getEnd(), replacement };
}

/** Drops a statement that throws or awaits, or calls what may do so. */
function dropStatement(node: ts.Node): Change[] {
  const isDropped = ts.isThrowStatement(node) ||
    ts.isExpressionStatement(node) &&
      (ts.isCallExpression(node.expression) ||
        ts.isAwaitExpression(node.expression));
  return isDropped ? [replace(node, ";")] : [];
}

/** Negates a comparison, shifts its bound, and drops each side of "and" and "or". */
function changeOperator(node: ts.Node): Change[] {
  if (!ts.isBinaryExpression(node)) return [];
  const [left, right] = [node.left.getText(), node.right.getText()];
  const { kind } = node.operatorToken;
  const isLogical = kind === SyntaxKind.BarBarToken ||
    kind === SyntaxKind.AmpersandAmpersandToken;
  return isLogical
    ? [replace(node, right), replace(node, left)]
    : (operators.get(kind) ?? [])
      .map((operator) => replace(node, `${left} ${operator} ${right}`));
}

/** Negates a condition that is not a comparison, and drops a negation. */
function negate(node: ts.Node): Change[] {
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === SyntaxKind.ExclamationToken
  ) return [replace(node, node.operand.getText())];
  const condition = ts.isIfStatement(node) || ts.isWhileStatement(node)
    ? node.expression
    : ts.isConditionalExpression(node)
    ? node.condition
    : undefined;
  return condition === undefined || ts.isBinaryExpression(condition) ||
      ts.isPrefixUnaryExpression(condition)
    ? []
    : [replace(condition, `!(${condition.getText()})`)];
}

/** Swaps two arguments beside each other that are names or members. */
function swapArguments(node: ts.Node): Change[] {
  if (!ts.isCallExpression(node)) return [];
  return node.arguments.flatMap((one, i) => {
    const next = node.arguments[i + 1];
    if (next === undefined || !isName(one) || !isName(next)) return [];
    if (one.getText() === next.getText()) return [];
    const replacement = `${next.getText()}, ${one.getText()}`;
    return [{ start: one.getStart(), end: next.getEnd(), replacement }];
  });
}

function isName(node: ts.Node): boolean {
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);
}
