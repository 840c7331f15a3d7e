/**
 * Reads the arguments of `probe`.
 *
 * @module
 */

import { WrongCall } from "../command.ts";
import { type Algorithm, ALGORITHMS } from "./keys.ts";
import { isLoopback } from "./loopback.ts";
import { MCP_VERSIONS, type McpVersion } from "./mcp_messages.ts";
import type { Members } from "./tokens.ts";

/** What a probe is asked to do. */
export interface ProbeOptions {
  readonly url: URL;
  readonly issuer: string | null;
  /** The port of our authorization server; 0: a free one. */
  readonly port: number;
  /** The token that is given; null: our authorization server makes them. */
  readonly token: string | null;
  readonly alg: Algorithm;
  readonly audience: string | null;
  readonly scopes: readonly string[] | null;
  readonly claims: Members;
  /** Whether it is an MCP endpoint; or the version that it speaks. */
  readonly mcp: boolean | McpVersion;
  readonly method: string | null;
  readonly origin: string | null;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  /** The milliseconds that each request may take. */
  readonly timeout: number;
  /** The milliseconds to wait for a server that starts. */
  readonly wait: number;
  readonly json: boolean;
}

/** The options with a value. */
const VALUES = [
  "--issuer",
  "--serve",
  "--token-env",
  "--alg",
  "--audience",
  "--scope",
  "--claims",
  "--mcp-version",
  "--method",
  "--origin",
  "--only",
  "--skip",
  "--timeout",
  "--wait",
] as const;

type ValueOption = typeof VALUES[number];

/**
 * Reads the arguments.
 *
 * @param env reads a variable of the environment
 * @throws WrongCall if the command does not take them
 */
export function parseOptions(
  args: readonly string[],
  env: (name: string) => string | undefined,
): ProbeOptions {
  const { urls, flags, values } = sortArguments(args);
  const [address, ...more] = urls;
  if (address === undefined || more.length > 0) {
    throw new WrongCall("Name one URL.");
  }
  const url = parseUrl(address);
  const token = findToken(values.get("--token-env"), env);
  if (token !== null && url.protocol === "http:" && !isLoopback(url)) {
    throw new WrongCall("A token that is given goes over https only.");
  }
  const issuer = values.get("--issuer") ?? null;
  if (issuer !== null) parseUrl(issuer);
  if (token !== null && (issuer !== null || values.has("--serve"))) {
    throw new WrongCall("--token-env takes the place of --issuer and --serve.");
  }
  return {
    url,
    token,
    issuer,
    port: toNumber(values, "--serve", 0),
    alg: findAlgorithm(values.get("--alg")),
    audience: values.get("--audience") ?? null,
    scopes: values.get("--scope")?.split(" ").filter(Boolean) ?? null,
    claims: parseClaims(values.get("--claims") ?? "{}"),
    mcp: findVersion(values.get("--mcp-version")) ??
      (flags.has("--mcp") || url.pathname.split("/").includes("mcp")),
    method: values.get("--method")?.toUpperCase() ?? null,
    origin: values.get("--origin") ?? null,
    only: toList(values.get("--only")),
    skip: toList(values.get("--skip")),
    timeout: toNumber(values, "--timeout", 10) * 1000,
    wait: toNumber(values, "--wait", 0) * 1000,
    json: flags.has("--json"),
  };
}

function sortArguments(args: readonly string[]) {
  const values = new Map<ValueOption, string>();
  const flags = new Set<string>();
  const urls: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    const [name = "", ...rest] = arg.split("=");
    const option = VALUES.find((one) => one === name);
    if (option !== undefined) {
      const value = rest.length > 0 ? rest.join("=") : args[++i];
      if (!value) throw new WrongCall(`${option} takes a value.`);
      values.set(option, value);
    } else if (arg === "--mcp" || arg === "--json") flags.add(arg);
    else if (arg.startsWith("-")) {
      throw new WrongCall(`There is no option ${name}.`);
    } else urls.push(arg);
  }
  return { urls, flags, values };
}

/** @throws WrongCall if a text is no URL that can be asked */
export function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new WrongCall(`${text} is not an http or https URL.`);
  }
  if (url.username !== "" || url.hash !== "") {
    throw new WrongCall("A URL has no user name and no fragment here.");
  }
  return url;
}

function findToken(
  name: string | undefined,
  env: (name: string) => string | undefined,
): string | null {
  if (name === undefined) return null;
  const token = env(name)?.trim() ?? "";
  if (token === "") throw new WrongCall(`The variable ${name} is not set.`);
  if (/[^!-~]/.test(token)) {
    throw new WrongCall(`The variable ${name} holds no token.`);
  }
  return token;
}

function findAlgorithm(name = "RS256"): Algorithm {
  const found = ALGORITHMS.find((one) => one === name);
  if (found !== undefined) return found;
  throw new WrongCall(`--alg takes one of: ${ALGORITHMS.join(", ")}.`);
}

function findVersion(name: string | undefined): McpVersion | null {
  if (name === undefined) return null;
  const found = MCP_VERSIONS.find((one) => one === name);
  if (found !== undefined) return found;
  throw new WrongCall(
    `--mcp-version takes one of: ${MCP_VERSIONS.join(", ")}.`,
  );
}

function toNumber(
  values: ReadonlyMap<ValueOption, string>,
  name: ValueOption,
  assumed: number,
): number {
  const text = values.get(name);
  if (text === undefined) return assumed;
  if (!/^\d{1,5}$/.test(text)) throw new WrongCall(`${name} takes a number.`);
  return Number(text);
}

function parseClaims(text: string): Members {
  try {
    const value = JSON.parse(text);
    if (value?.constructor === Object) return value;
  } catch {
    // The message below says it.
  }
  throw new WrongCall("--claims takes a JSON object.");
}

function toList(text = ""): string[] {
  return text.split(",").map((one) => one.trim()).filter(Boolean);
}
