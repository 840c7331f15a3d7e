import { run } from "./command.ts";

/** Milliseconds of a Node process that imports these and ends. */
export async function timeImport(
  command: string,
  specifiers: readonly string[],
  cwd: string,
): Promise<number> {
  const imports = specifiers.map((one) => `import ${JSON.stringify(one)};`);
  const code = [...imports, "process.exit(0);"].join("\n");
  const args = ["--input-type=module", "--eval", code];
  const start = performance.now();
  const { code: status, output } = await run(command, args, { cwd });
  if (status !== 0) throw new Error(output);
  return performance.now() - start;
}

/**
 * How many times longer a Node process takes that imports something than one
 * that imports nothing: the quickest of each, because noise only ever adds.
 */
export async function compareImport(
  command: string,
  specifier: string,
  cwd: string,
): Promise<number> {
  const bare: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < 8; round++) {
    bare.push(await timeImport(command, [], cwd));
    own.push(await timeImport(command, [specifier], cwd));
  }
  return Math.min(...own) / Math.min(...bare);
}
