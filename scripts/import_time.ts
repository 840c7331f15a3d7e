import { run, runOrThrow } from "./command.ts";

/**
 * Measures milliseconds of a Node process that imports these modules and exits.
 */
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
 * Returns how many times the CPU time a Node process takes with an import,
 * compared with one without: the minimum of each, because noise only adds. CPU
 * time, because a busy machine slows down everything else.
 */
export async function compareImport(
  command: string,
  specifier: string,
  cwd: string,
): Promise<number> {
  const bare: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < 20; round++) {
    bare.push(await measureCpu(command, "", cwd));
    own.push(await measureCpu(command, `import "${specifier}";`, cwd));
  }
  return Math.min(...own) / Math.min(...bare);
}

/**
 * Returns the microseconds of CPU that a Node process has used when its program
 * has run.
 */
async function measureCpu(
  command: string,
  program: string,
  cwd: string,
): Promise<number> {
  const code = `${program}
const { user, system } = process.cpuUsage();
process.stdout.write(String(user + system), () => process.exit(0));`;
  const args = ["--input-type=module", "--eval", code];
  return Number(await runOrThrow(command, args, { cwd }));
}
