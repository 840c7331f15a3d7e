/**
 * The command `probe`.
 *
 * @module
 */

import { setTimeout } from "node:timers/promises";
import { type Command, WrongCall } from "./command.ts";
import { checks } from "./probe/checks/checks.ts";
import { parseOptions } from "./probe/options.ts";
import { renderReport } from "./probe/render.ts";
import { probe } from "./probe/run_probe.ts";

const HELP = `Usage: npx @latchkey/cli probe <url> [options]

Tries an API or an MCP server as an attacker and as a client: it sends tokens
that must be refused and some that must not, and compares the answers with the
standards. Probe a server of yours, in a test environment: among the requests
are POSTs with a valid token.

  <url>               the endpoint; it is an MCP server if its path has a part
                      "mcp"; redirects and other origins are not followed
  --serve <port>      the port on which the probe's own authorization server
                      listens, on this host; default: a free one
  --issuer <url>      its issuer URL, if the server under test reaches it under
                      another name; default: http://127.0.0.1:<port>
  --token-env <name>  the variable that holds a token to use in place of that
                      server; checks that take the issuer's key are not tried
  --alg <name>        RS256 (the default), PS256, ES256 or EdDSA
  --audience <text>   the audience of tokens; default: the URL
  --scope <list>      the scopes that the endpoint requires, with spaces between
                      them; default: those of its challenge
  --claims <json>     more claims for each token
  --method <name>     the method of the ordinary request; default: GET
  --origin <origin>   a site that may call the API from a browser
  --mcp               treat the endpoint as an MCP server
  --mcp-version <v>   the version of MCP to speak: 2025-11-25, or 2026-07-28,
                      which is tried if the server does not take the former
  --only <ids>        run these checks or families, with commas between them
  --skip <ids>        leave these out
  --timeout <seconds> the time for each request; default: 10
  --wait <seconds>    the time for a server that is still starting; default: 0
  --json              print the result as JSON
  --help              print this text

docs/probe.md of the library lists the checks.

Exit code: 0 if no check fails, 1 if one does or none could be tried, 2 for a
wrong call or a server that does not answer.

With Deno: deno run -N jsr:@latchkey/cli probe <url>, with -E for --token-env
`;

/** Tries an API or an MCP server as an attacker and as a client. */
export const probeServer: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const options = parseOptions(args, terminal.env);
    assertKnown([...options.only, ...options.skip]);
    const report = await probe(options, {
      now: terminal.now,
      tell: terminal.error,
      sleep: setTimeout,
    });
    terminal.out(
      options.json
        ? `${JSON.stringify(report, null, 2)}\n`
        : renderReport(report),
    );
    const { fails, warns, holds } = report.counts;
    // If nothing could be tried, nothing is known to be right.
    return fails > 0 || warns + holds === 0 ? 1 : 0;
  },
};

/** A name that is misspelt must not look like a run without a fault. */
function assertKnown(names: readonly string[]): void {
  const wrong = names.find((name) =>
    !checks.some(({ id }) => id === name || id.startsWith(`${name}.`))
  );
  if (wrong !== undefined) throw new WrongCall(`There is no check ${wrong}.`);
}
