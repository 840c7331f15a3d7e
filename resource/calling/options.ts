/**
 * The options of a client that gets tokens for other APIs.
 *
 * @module
 */

import { ConfigurationError } from "../../core/errors/errors.ts";
import { isLoopback } from "../../core/http/redirects.ts";
import type { Awaitable } from "../../core/model/model.ts";
import type { ClientPrivateKey } from "../../core/providers/oauth/endpoints.ts";
import { createLog, type Log, type Logger } from "../../core/runtime/log.ts";
import { type ResolvedIssuer, resolveIssuer } from "../issuers/issuer.ts";
import { type ClientSecret, isSecret } from "../issuers/client_secret.ts";
import { without } from "../issuers/known_members.ts";

/** The API that a token is for, and what it may be used for. */
export interface TokenTarget {
  /** The URL of the API (RFC 8707), or of several that take one token. */
  resource?: string | readonly string[] | undefined;
  /** The name of the API at an issuer that does not know it by its URL (RFC 8693 section 2.1). */
  audience?: string | readonly string[] | undefined;
  /** The scopes to ask for. Default: what the issuer gives without being asked. */
  scope?: string | readonly string[] | undefined;
}

/** The options of `createTokenClient`. */
export interface TokenClientOptions {
  /** The authorization server: its issuer identifier, exactly as its metadata writes it. */
  issuer: string;
  /** The id of this service among the clients of the issuer. */
  clientId: string;
  /** Its secret, or a function that returns it. */
  clientSecret?: string | (() => Awaitable<string>) | undefined;
  /** Its key, for `private_key_jwt` (RFC 7523). */
  clientPrivateKey?: ClientPrivateKey | undefined;
  /**
   * How it authenticates. Default: with the key if there is one, else
   * `client_secret_basic`, unless the issuer only has `client_secret_post`.
   */
  auth?:
    | "client_secret_basic"
    | "client_secret_post"
    | "private_key_jwt"
    | undefined;
  /**
   * How the issuer exchanges tokens. Microsoft Entra does not know RFC 8693, but
   * has the on-behalf-of flow, in which `scope` names the API:
   * `"api://orders/.default"`. Default: RFC 8693.
   */
  dialect?: "entra" | undefined;
  /**
   * The issuers whose tokens may be sent to this one to be exchanged. Default:
   * only those of `issuer`.
   */
  subjectIssuers?: readonly string[] | undefined;
  /** The APIs that `fetch` calls, by origin: `{ "https://orders.example.com": { scope: "orders:read" } }`. Default: none. */
  apis?: Readonly<Record<string, TokenTarget>> | undefined;
  /** The URL of the issuer's metadata. Default: as for `protect`. */
  wellKnown?: string | undefined;
  /** Used for every request. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** The destination of log lines. Default: the console. */
  logger?: Logger | undefined;
}

const MEMBERS = [
  "issuer",
  "clientId",
  "clientSecret",
  "clientPrivateKey",
  "auth",
  "dialect",
  "subjectIssuers",
  "apis",
  "wellKnown",
  "fetch",
  "logger",
];

/** The API whose tokens are accepted: this client verifies none. */
const NO_API = "none";

/** A client with its defaults. */
export interface ResolvedClient {
  readonly id: string;
  readonly issuer: ResolvedIssuer;
  readonly clientSecret: ClientSecret | null;
  readonly clientPrivateKey: ClientPrivateKey | undefined;
  /** Undefined: what the issuer has decides. */
  readonly auth: string | undefined;
  readonly dialect: "entra" | "standard";
  readonly subjectIssuers: readonly string[];
  /** By origin. */
  readonly apis: ReadonlyMap<string, TokenTarget>;
  readonly log: Log;
}

/**
 * Reads the options.
 *
 * @throws ConfigurationError that lists every mistake
 */
export function resolveClient(options: TokenClientOptions): ResolvedClient {
  const problems: string[] = [];
  const report = (sentence: string) => void problems.push(sentence);
  const { issuer: id, wellKnown, clientId, dialect } = options;
  const { apis = {} } = options;
  const members = without(options, MEMBERS);
  if (members.length > 0) {
    report(`These options do not exist: ${members.join(", ")}.`);
  }
  const { fetch } = options;
  const issuer = resolveIssuer(
    { issuer: id, wellKnown, fetch },
    NO_API,
    report,
  );
  if (!isText(clientId)) report("`clientId` must be the id of this service.");
  const own = readAuth(options, report);
  if (dialect !== undefined && dialect !== "entra") {
    report('`dialect` must be "entra", or be left out.');
  }
  for (const origin of Object.keys(apis)) {
    if (isSafeOrigin(origin)) continue;
    report(
      `\`apis\` must list https origins, such as "https://orders.example.com", without a path (http is for loopback only), and not "${origin}".`,
    );
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return {
    id: clientId,
    issuer,
    ...own,
    dialect: dialect ?? "standard",
    subjectIssuers: options.subjectIssuers ?? [id],
    apis: new Map(Object.entries(apis)),
    log: createLog(options.logger ?? {}, false, []),
  };
}

function readAuth(
  { clientSecret, clientPrivateKey, auth: method }: TokenClientOptions,
  report: (sentence: string) => void,
): Pick<ResolvedClient, "clientSecret" | "clientPrivateKey" | "auth"> {
  const hasKey = clientPrivateKey !== undefined;
  if (isSecret(clientSecret) === hasKey) {
    report("Set either `clientSecret` or `clientPrivateKey`.");
  }
  const known = hasKey
    ? ["private_key_jwt"]
    : ["client_secret_basic", "client_secret_post"];
  if (method !== undefined && !known.includes(method)) {
    report(`\`auth\` must be ${known.join(" or ")}.`);
  }
  const auth = method ?? (hasKey ? "private_key_jwt" : undefined);
  return { clientSecret: clientSecret ?? null, clientPrivateKey, auth };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isSafeOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isSafe = url.protocol === "https:" ||
    url.protocol === "http:" && isLoopback(url);
  return isSafe && url.origin === text;
}
