/**
 * Runs the checks against a server.
 *
 * @module
 */

import { type Attacker, startAttacker } from "./attacker.ts";
import { type Authority, startAuthority } from "./authority.ts";
import { CannotTry } from "./cannot_try.ts";
import type { Check } from "./check.ts";
import { checks } from "./checks/checks.ts";
import { toShown } from "./describe.ts";
import { askWithToken, readBearerParam } from "./first_answers.ts";
import { type Client, createClient, type Exchange } from "./http.ts";
import { MCP_VERSIONS } from "./mcp_messages.ts";
import { findMetadata, type Metadata } from "./metadata.ts";
import type { ProbeOptions } from "./options.ts";
import {
  createKnock,
  createOnce,
  isLetIn,
  type Probe,
  type Target,
} from "./probe.ts";
import { count, type Outcome, type Report, toFinding } from "./report.ts";
import { createTokens, forgeFrom, readAlgorithm } from "./tokens.ts";

/** The means of a run. */
export interface ProbeMeans {
  /** The time in milliseconds since the epoch. */
  now(): number;
  /** Tells people what is going on. */
  tell(text: string): void;
  /** Waits for some milliseconds. */
  sleep(time: number): Promise<void>;
}

/** The milliseconds between two attempts to begin. */
const PAUSE = 500;

/**
 * Probes a server.
 *
 * @throws Error if the server does not answer
 */
export async function probe(
  options: ProbeOptions,
  means: ProbeMeans,
): Promise<Report> {
  const client = createClient(options.url, options.timeout);
  // The attacker's tokens look like those of the issuer.
  const alg = readAlgorithm(options.token ?? "") ?? options.alg;
  const attacker = await startAttacker(alg);
  let authority: Authority | null = null;
  try {
    if (options.token === null) {
      authority = await startAuthority(options);
      means.tell(`The issuer of the tokens is ${authority.issuer}\n`);
    }
    const sides = { client, attacker, authority };
    return await runChecks(await beginReady(options, means, sides), options);
  } finally {
    client.close();
    await attacker.close();
    await authority?.close();
  }
}

interface Sides {
  readonly client: Client;
  readonly attacker: Attacker;
  readonly authority: Authority | null;
}

/** Begins when the server is ready, or when the time for that is over. */
async function beginReady(
  options: ProbeOptions,
  means: ProbeMeans,
  sides: Sides,
): Promise<Probe> {
  const end = means.now() + options.wait;
  while (means.now() < end) {
    const probe = await beginMcp(options, means, sides).catch(() => null);
    if (probe !== null && isLetIn(await askWithToken(probe))) return probe;
    await means.sleep(PAUSE);
  }
  return await beginMcp(options, means, sides);
}

/** Begins with the version of MCP that the server speaks, if it is to speak one. */
async function beginMcp(
  options: ProbeOptions,
  means: ProbeMeans,
  sides: Sides,
): Promise<Probe> {
  const probe = await begin(options, means, sides);
  if (options.mcp !== true || isLetIn(await askWithToken(probe))) return probe;
  for (const mcp of MCP_VERSIONS.slice(1)) {
    const other = await begin({ ...options, mcp }, means, sides);
    if (isLetIn(await askWithToken(other))) return other;
  }
  return probe;
}

/** Asks what can be known before there is a token. */
async function begin(
  options: ProbeOptions,
  { now }: ProbeMeans,
  { client, attacker, authority }: Sides,
): Promise<Probe> {
  const exchanges: Exchange[] = [];
  const target = toTarget(options);
  const none = {
    make: () => {
      throw new CannotTry("There is no token yet.");
    },
  };
  const ask = createKnock(client, { target, tokens: none }, exchanges);
  const refusal = await ask({ mayFail: true });
  if (refusal.failure !== "") {
    const { origin, pathname } = target.url;
    throw new Error(
      `${origin}${pathname} does not answer: ${refusal.failure}.`,
    );
  }
  const metadata = await findMetadata(target, refusal, ask);
  const { scopes, required } = findScopes(options, refusal, metadata);
  const { claims } = options;
  const { audience } = target;
  const tokens = authority === null
    ? forgeFrom(options.token ?? "", attacker)
    : createTokens(authority, attacker, { audience, scopes, claims, now });
  return {
    target: { ...target, scopes, required },
    ...{ tokens, attacker, authority, refusal, metadata, exchanges, now },
    knock: createKnock(client, { target, tokens }, exchanges),
    once: createOnce(),
  };
}

/** Finds the scopes to ask for, and those that are required. */
function findScopes(
  { scopes }: ProbeOptions,
  refusal: Exchange,
  { members }: Metadata,
): Pick<Target, "scopes" | "required"> {
  if (scopes !== null) return { scopes, required: scopes };
  const required = readBearerParam(refusal, "scope")?.split(" ") ?? [];
  const published = members?.scopes_supported;
  const all = Array.isArray(published)
    ? published.filter((one) => typeof one === "string")
    : [];
  return { scopes: [...new Set([...required, ...all])], required };
}

function toTarget(options: ProbeOptions): Target {
  const { url, mcp, method, origin, audience } = options;
  return {
    ...{ url, origin },
    mcp: mcp === true ? MCP_VERSIONS[0] : mcp || null,
    method: mcp ? "POST" : method ?? "GET",
    audience: audience ?? toResource(url),
    scopes: [],
    required: [],
  };
}

/** The identifier of the resource: its URL, an origin without a slash. */
function toResource(url: URL): string {
  return url.pathname === "/" && url.search === "" ? url.origin : url.href;
}

async function runChecks(
  probe: Probe,
  { only, skip, url }: ProbeOptions,
): Promise<Report> {
  const { mcp } = probe.target;
  const isMcp = mcp !== null;
  const chosen = checks.filter(({ id }) =>
    (isMcp || !id.startsWith("mcp.")) &&
    (only.length === 0 || isNamed(id, only)) && !isNamed(id, skip)
  );
  const outcomes = new Map<Check, Outcome>();
  for (const isLast of [false, true]) {
    const now = chosen.filter(({ last = false }) => last === isLast);
    // The client sends a few requests at a time.
    await Promise.all(now.map(async (check) => {
      outcomes.set(check, await runCheck(check, probe));
    }));
  }
  const secrets = listSecrets(probe);
  const findings = chosen.map((check) =>
    toFinding(check, outcomes.get(check) ?? null, { isMcp, secrets })
  );
  const issuer = probe.authority?.issuer ?? null;
  const shown = toShown(url.href, secrets);
  return { url: shown, mcp, issuer, findings, counts: count(findings) };
}

async function runCheck(check: Check, probe: Probe): Promise<Outcome> {
  try {
    return await check.run(probe);
  } catch (error) {
    if (error instanceof CannotTry) return error.message;
    throw error;
  }
}

/** Whether an id is one of these, or in a family that is. */
function isNamed(id: string, names: readonly string[]): boolean {
  return names.some((name) => id === name || id.startsWith(`${name}.`));
}

/** Lists the tokens that were sent, the longest first. */
function listSecrets({ exchanges, tokens, target }: Probe): Set<string> {
  // Shorter ones are ours, such as "garbage", and words of the output, too.
  const sent = exchanges.flatMap(({ sent }) => sent.secrets)
    .filter((one) => one.length > 16);
  // The URL itself may have a key.
  const { search } = target.url;
  const values = [...search.matchAll(/=([^&]{6,})/g)]
    .map(([, value = ""]) => value);
  return new Set(
    [tokens.valid, ...values, ...sent].sort((a, b) => b.length - a.length),
  );
}
