/**
 * The command `doctor`.
 *
 * @module
 */

import { performance } from "node:perf_hooks";
import process from "node:process";
import type { Command, Terminal } from "./command.ts";
import { examineConfigs } from "./doctor/inside/examine.ts";
import type { Means } from "./doctor/inside/inspection.ts";
import { EXPORTS, load } from "./doctor/inside/load.ts";
import { examineVisit } from "./doctor/outside/examine.ts";
import { walk } from "./doctor/outside/walk.ts";
import { type DoctorOptions, parseOptions } from "./doctor/options.ts";
import { renderReport } from "./doctor/render.ts";
import { type Examination, type Report, toReport } from "./doctor/report.ts";

const HELP = `Usage: npx @latchkey/cli doctor [url] [options]

Says what is wrong with the sign-in of a deployment, the cause first: what was
seen, why it matters, and the line that mends it.

  <url>              the public address, with the path of the auth routes if it
                     is not /auth: https://app.example/my/auth. A browser's
                     visit is made there, up to the first page of each provider
  --config <file>    a module that exports the configuration, or what createAuth
                     or another integration returned, as one of
                     ${EXPORTS.join(", ")}.
                     Its code runs, with the variables of this terminal; each
                     provider, the adapter and the store are asked. It may be
                     given several times
  --connect <a:port> connect there for https, with the name of the URL: for a
                     server that DNS does not name yet
  --connect-http <a:port>
                     likewise for http; default: port 80 of the host
  --ca <file>        trust this authority, too
  --timeout <s>      the time for each request; default: 10
  --json             print the result as JSON
  --help             print this text

docs/doctor.md of the library lists what it can find.

Exit code: 0 if nothing is found, 1 if something is, 2 for a wrong call or a
server that does not answer.

With Deno: deno run -N jsr:@latchkey/cli doctor <url>, or deno run -A for
--config, in the folder of the application
`;

/** The parts that tests replace. */
export type DoctorMeans = Pick<Means, "load" | "elapsed" | "runtime">;

const REAL: DoctorMeans = {
  load,
  elapsed: () => performance.now(),
  runtime: toRuntime(process.versions),
};

function toRuntime(
  versions: Readonly<Record<string, string | undefined>>,
): Means["runtime"] {
  // Bun and Deno name a version of Node, too.
  const name = ["bun", "deno"].find((one) => versions[one] !== undefined) ??
    "node";
  return { name, version: versions[name] ?? "" };
}

/** Says what is wrong with the sign-in of a deployment. */
export const doctor: Command = createDoctor(REAL);

/** Creates the command. */
export function createDoctor(means: DoctorMeans): Command {
  return {
    help: HELP,
    run: async (args, terminal) => {
      const options = await parseOptions(args);
      const report = await examine(options, { ...means, terminal });
      terminal.out(
        options.json
          ? `${JSON.stringify(report, null, 2)}\n`
          : renderReport(report),
      );
      return report.findings.length > 0 ? 1 : 0;
    },
  };
}

async function examine(
  options: DoctorOptions,
  { terminal: { now, env }, ...means }: DoctorMeans & {
    readonly terminal: Terminal;
  },
): Promise<Report> {
  const { url, configs, timeout } = options;
  const parts: Examination[] = [];
  let secrets: ReadonlySet<string> = new Set();
  if (url !== null) {
    parts.push(examineVisit(await walk({ ...options, url, now })));
  }
  if (configs.length > 0) {
    const all = { ...means, now, env, timeout };
    const inside = await examineConfigs(configs, url?.origin, all);
    parts.push(inside);
    secrets = inside.secrets;
  }
  return toReport({ url: url?.href ?? null, configs }, parts, secrets);
}
