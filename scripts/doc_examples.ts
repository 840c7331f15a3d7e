/**
 * Runs the examples of the documentation. `deno test --doc` checks their types,
 * but would run each in an isolate of its own, whose start takes longer than
 * the example.
 *
 * @module
 */

import { root } from "./command.ts";

/** The number of examples that share an isolate. */
const size = 30;

/** A code block, and the first and last line of its code. */
export interface Example {
  readonly code: string;
  readonly first: number;
  readonly last: number;
}

/** Finds the examples of a page, or of the comments of a module, as Deno does. */
export function findExamples(text: string): Example[] {
  const blocks = text.matchAll(/^([^\S\n]*(?:\* )?)```ts\n(.*?)^\1```$/gms);
  return [...blocks].map(({ index, 1: margin = "", 2: body = "" }) => {
    const code = body.split("\n").map((line) =>
      // An empty line of a comment ends with its star.
      line.startsWith(margin) ? line.slice(margin.length) : ""
    ).join("\n");
    const first = text.slice(0, index).split("\n").length + 1;
    return { code, first, last: first + body.split("\n").length - 2 };
  });
}

/**
 * Writes each example as a module, and files of tests that import them.
 *
 * @param dir an empty folder outside of the workspace, which excludes others
 * @returns the files of tests
 */
export async function writeExamples(
  dir: string,
  paths: readonly string[],
): Promise<string[]> {
  const modules: [name: string, file: string][] = [];
  for (const path of paths) {
    const text = await Deno.readTextFile(root + path);
    for (const { code, first, last } of findExamples(text)) {
      const name = `${path}#${first}-${last}`;
      const file = `${name.replace(/[/#]/g, "_")}.ts`;
      await Deno.writeTextFile(`${dir}/${file}`, code);
      modules.push([name, `./${file}`]);
    }
  }
  const count = Math.ceil(modules.length / size);
  const files = Array.from({ length: count }, (_, i) => `${dir}/${i}_test.ts`);
  for (const [i, file] of files.entries()) {
    const own = modules.filter((_, at) => at % count === i);
    await Deno.writeTextFile(file, toModule(own));
  }
  return files;
}

function toModule(modules: readonly (readonly [string, string])[]): string {
  return `for (const [name, file] of ${JSON.stringify(modules, null, 2)}) {
  Deno.test(name, async () => void await import(file));
}
`;
}
