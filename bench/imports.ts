import { runOrThrow } from "../scripts/command.ts";
import { median } from "./cases/measure.ts";
import { folder } from "./prepare.ts";
import type { Plan } from "./rows.ts";
import { type Line, toText, toTimes } from "./table.ts";

const entries: Readonly<Record<string, readonly string[]>> = {
  "bare Node": [],
  "Latchkey": ["@latchkey/auth/server"],
  "iron-session": ["iron-session"],
  "express-session, passport": ["express-session", "passport"],
  "Auth.js": ["@auth/express"],
  "Better Auth": ["better-auth"],
};

/**
 * Measures what an import costs: the whole run time of a process that does
 * nothing else.
 */
export async function measureImports(plan: Plan): Promise<Line[]> {
  const [node] = plan.runtimes;
  if (node === undefined) return [];
  const times = new Map<string, number[]>();
  for (let round = 0; round <= (plan.quick ? 5 : 15); round++) {
    for (const [name, specifiers] of Object.entries(entries)) {
      const milliseconds = await timeImport(node.command, specifiers);
      // The first round fills the disk cache.
      if (round > 0) times.set(name, [...times.get(name) ?? [], milliseconds]);
    }
  }
  const bare = median(times.get("bare Node") ?? []);
  const ours = median(times.get("Latchkey") ?? []) - bare;
  return [...times].map(([subject, all]) => {
    const over = median(all) - bare;
    const isBare = subject === "bare Node";
    return {
      row: "import, from start to end of a process",
      subject,
      runtime: node.name,
      value: isBare ? toText(bare, "ms") : `${toText(over, "ms")} over bare`,
      ratio: isBare ? "1" : `${toTimes(bare + over, bare)} bare` +
        (subject === "Latchkey" ? "" : `; ${toTimes(over, ours)} ours`),
    };
  });
}

/**
 * Measures milliseconds of a Node process that imports these modules and exits.
 */
async function timeImport(
  command: string,
  specifiers: readonly string[],
): Promise<number> {
  const imports = specifiers.map((one) => `import ${JSON.stringify(one)};`);
  const code = [...imports, "process.exit(0);"].join("\n");
  const args = ["--input-type=module", "--eval", code];
  const start = performance.now();
  await runOrThrow(command, args, { cwd: folder });
  return performance.now() - start;
}
