/**
 * Changes the library's own dynamic imports: in development they wait for each
 * other, and browsers need none.
 *
 * @module
 */

/** A dynamic import of a file of the same package, but not of its type. */
const IMPORT = /(?<![\w$.]|typeof )import\((\s*"\.{1,2}\/[^"]+"\s*)\)/g;

/** Calls `load` after the imports that were begun before. */
const IN_TURN = `((load, key = Symbol.for("@latchkey/auth/imports")) =>
  globalThis[key] = Promise.resolve(globalThis[key]).then(load, load))`;

/**
 * Makes dynamic imports run one after the other. On the server, Vite 5 to 7
 * give a module to a second importer while it is still loading, without the
 * values of its exports, if it imports its first importer back: two requests
 * soon after the start would meet there, and the second one would fail.
 *
 * @param code of a JavaScript file of the library
 */
export function importInTurn(code: string): string {
  return code.replace(IMPORT, `${IN_TURN}(() => import($1))`);
}

/**
 * Removes dynamic imports, which load code of the server. Vite 8 would write a
 * file for browsers of each, although nothing is left that imports it.
 *
 * @param code of a JavaScript file of the library
 */
export function withoutImports(code: string): string {
  return code.replace(IMPORT, "Promise.reject()");
}
