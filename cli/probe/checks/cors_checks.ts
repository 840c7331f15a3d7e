/**
 * Checks of what sites in a browser may do (CORS, in the Fetch standard).
 *
 * @module
 */

import { CannotTry } from "../cannot_try.ts";
import type { Check } from "../check.ts";
import { admit } from "../first_answers.ts";
import { type Exchange, readHeader } from "../http.ts";
import type { Probe } from "../probe.ts";

/** A site that no server knows. */
const STRANGER = "https://stranger.probe.example";

const FETCH = "Fetch standard, CORS protocol";

/** Sends a valid token from a site that may; throws if the site may not. */
function readAllowed(probe: Probe): Promise<Exchange> {
  return probe.once("from a site", async () => {
    await admit(probe);
    const exchange = await probe.knock({
      token: probe.tokens.valid,
      headers: { Origin: getOrigin(probe) },
    });
    if (isReadable(exchange, getOrigin(probe))) return exchange;
    throw new CannotTry(
      `The server does not allow ${
        getOrigin(probe)
      } by CORS; name an allowed site with --origin.`,
    );
  });
}

function getOrigin({ target: { origin } }: Probe): string {
  return origin ?? STRANGER;
}

/** Whether a site may read an answer. */
function isReadable(exchange: Exchange, origin: string): boolean {
  const allowed = readHeader(exchange, "access-control-allow-origin");
  return allowed === "*" || allowed === origin;
}

function readRefusal(probe: Probe): Promise<Exchange> {
  return probe.once("refused from a site", async () => {
    await readAllowed(probe);
    return await probe.knock({ headers: { Origin: getOrigin(probe) } });
  });
}

function preflight(probe: Probe): Promise<Exchange> {
  return probe.once("pre-flight", async () => {
    await readAllowed(probe);
    return await probe.knock({
      method: "OPTIONS",
      headers: {
        Origin: getOrigin(probe),
        "Access-Control-Request-Method": probe.target.method,
        "Access-Control-Request-Headers": "authorization",
      },
    });
  });
}

function isPassed({ status }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** Lists the names in a header. */
function listNames(exchange: Exchange, header: string): string[] {
  return readHeader(exchange, header).toLowerCase().split(",")
    .map((one) => one.trim());
}

/** Checks of sites that may call the API. */
const ofAllowed: readonly Check[] = [
  {
    id: "cors.preflight",
    title: "a pre-flight request needs no token",
    rule: FETCH,
    level: "should",
    mend:
      "Answer `OPTIONS` with `Access-Control-Request-Method` before you check tokens: browsers send none with it.",
    run: async (probe) => {
      const exchange = await preflight(probe);
      const holds = isPassed(exchange) &&
        isReadable(exchange, getOrigin(probe));
      return holds ? null : exchange;
    },
  },
  {
    id: "cors.preflight-header",
    title: "the answer to a pre-flight request allows `Authorization` by name",
    rule: `${FETCH}: * does not stand for Authorization`,
    level: "should",
    mend: "List `Authorization` in `Access-Control-Allow-Headers`.",
    run: async (probe) => {
      const exchange = await preflight(probe);
      if (!isPassed(exchange)) {
        throw new CannotTry("The pre-flight request is refused.");
      }
      const names = listNames(exchange, "access-control-allow-headers");
      return names.includes("authorization") ? null : exchange;
    },
  },
  {
    id: "cors.refusals",
    title: "a site that may call the API may read its refusals, too",
    rule: FETCH,
    level: "should",
    mend: "Set the headers of CORS before you check tokens.",
    run: async (probe) => {
      const exchange = await readRefusal(probe);
      return isReadable(exchange, getOrigin(probe)) ? null : exchange;
    },
  },
  {
    id: "cors.expose",
    title: "a site that may read a 401 may read its `WWW-Authenticate`",
    rule: `${FETCH}: Access-Control-Expose-Headers`,
    level: "should",
    mend: "Send `Access-Control-Expose-Headers: WWW-Authenticate`.",
    run: async (probe) => {
      const exchange = await readRefusal(probe);
      if (!isReadable(exchange, getOrigin(probe))) {
        throw new CannotTry("A site may not read the refusal.");
      }
      const names = listNames(exchange, "access-control-expose-headers");
      const holds = names.includes("www-authenticate") || names.includes("*");
      return holds ? null : exchange;
    },
  },
  {
    id: "cors.vary",
    title: "an answer for one site has `Vary: Origin`",
    rule: `${FETCH}; RFC 9110, section 12.5.5`,
    level: "should",
    mend: "Send `Vary: Origin`.",
    run: async (probe) => {
      const exchange = await readAllowed(probe);
      const names = listNames(exchange, "vary");
      const allowed = readHeader(exchange, "access-control-allow-origin");
      const holds = allowed === "*" || names.includes("origin") ||
        names.includes("*");
      return holds ? null : exchange;
    },
  },
  {
    id: "cors.metadata",
    title: "a site that may call the API may read its metadata",
    rule: FETCH,
    level: "should",
    mend:
      "Send `Access-Control-Allow-Origin: *` with the metadata: it is public.",
    run: async (probe) => {
      await readAllowed(probe);
      const { document } = probe.metadata;
      if (document === null) {
        throw new CannotTry("There is no metadata of the resource.");
      }
      const origin = getOrigin(probe);
      const { path } = document.sent;
      const headers = { Accept: "application/json", Origin: origin };
      const exchange = await probe.knock({ method: "GET", path, headers });
      return isReadable(exchange, origin) ? null : exchange;
    },
  },
];

/** Sends a valid token from sites that nobody has allowed. */
function askFromStrangers(probe: Probe): Promise<Exchange[]> {
  return probe.once("from strangers", async () => {
    await admit(probe);
    const { valid: token } = probe.tokens;
    return [
      await probe.knock({ token, headers: { Origin: STRANGER } }),
      await probe.knock({ token, headers: { Origin: "null" } }),
    ];
  });
}

function allowsCredentials(exchange: Exchange): boolean {
  return readHeader(exchange, "access-control-allow-credentials") === "true";
}

/** Checks of sites that may not. */
const ofStrangers: readonly Check[] = [
  {
    id: "cors.reflected",
    title: "an unknown site cannot read answers with credentials",
    rule: `${FETCH}: Access-Control-Allow-Credentials`,
    level: "must",
    mend:
      "Compare `Origin` with a list of sites; do not send back whatever it is.",
    run: async (probe) => {
      const isReflected = (exchange: Exchange) =>
        allowsCredentials(exchange) &&
        [STRANGER, "null"].includes(
          readHeader(exchange, "access-control-allow-origin"),
        );
      return (await askFromStrangers(probe)).find(isReflected) ?? null;
    },
  },
  {
    id: "cors.wildcard",
    title: "`*` is not combined with `Access-Control-Allow-Credentials`",
    rule: `${FETCH}: CORS protocol and credentials`,
    level: "must",
    mend:
      "Leave out `Access-Control-Allow-Credentials`, which only cookies need.",
    run: async (probe) => {
      const isWrong = (exchange: Exchange) =>
        allowsCredentials(exchange) &&
        readHeader(exchange, "access-control-allow-origin") === "*";
      return (await askFromStrangers(probe)).find(isWrong) ?? null;
    },
  },
];

/** Checks of what sites in a browser may do. */
export const corsChecks: readonly Check[] = [...ofAllowed, ...ofStrangers];
