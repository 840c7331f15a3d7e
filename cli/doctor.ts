/**
 * The command `doctor`.
 *
 * @module
 */

import type { Command } from "./command.ts";
import { examineVisit } from "./doctor/outside/examine.ts";
import { walk } from "./doctor/outside/walk.ts";
import { parseOptions } from "./doctor/options.ts";
import { renderReport } from "./doctor/render.ts";
import { type Examination, toReport } from "./doctor/report.ts";

const HELP = `Usage: npx @latchkey/cli doctor [url] [options]

Says what is wrong with the sign-in of a deployment, the cause first: what was
seen, why it matters, and the line that mends it.

  <url>              the public address, with the path of the auth routes if it
                     is not /auth: https://app.example/my/auth. A browser's
                     visit is made there, up to the first page of each provider
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

With Deno: deno run -N jsr:@latchkey/cli doctor <url>
`;

/** Says what is wrong with the sign-in of a deployment. */
export const doctor: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const options = await parseOptions(args);
    const { url, configs, json } = options;
    const parts: Examination[] = [];
    if (url !== null) {
      const visit = await walk({ ...options, url, now: terminal.now });
      parts.push(examineVisit(visit));
    }
    const subject = { url: url?.href ?? null, configs };
    const report = toReport(subject, parts, new Set());
    terminal.out(
      json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report),
    );
    return report.findings.length > 0 ? 1 : 0;
  },
};
