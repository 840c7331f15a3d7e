/**
 * The options of a guard of an API.
 *
 * @module
 */

import { ConfigurationError } from "../core/errors/errors.ts";
import { createLog, type Log, type Logger } from "../core/runtime/log.ts";
import type { ClientPrivateKey } from "../core/providers/oauth/endpoints.ts";
import type { PersonalTokens } from "./access.ts";
import { once } from "../core/runtime/once.ts";
import type { Store } from "../core/model/store.ts";
import {
  type DpopOptions,
  type ResolvedDpop,
  resolveDpop,
} from "./bound/dpop_options.ts";
import { toMetadataUrl, writeDocument } from "./answers/metadata.ts";
import type { Introspector } from "./introspection/introspect.ts";
import { isServerUrl } from "./issuers/server_url.ts";
import {
  type IssuerOptions,
  type ResolvedIssuer,
  resolveIssuer,
} from "./issuers/issuer.ts";
import { without } from "./issuers/known_members.ts";

/** The options of `protect`. */
export interface ProtectOptions {
  /**
   * The identifier of this API (RFC 8707): its public https URL, without a
   * fragment. Tokens must name it as their audience, exactly.
   */
  resource: string;
  /** The authorization server whose tokens are accepted: its issuer identifier, or an object. */
  issuer?: string | IssuerOptions | undefined;
  /** Several authorization servers, instead of `issuer`. */
  issuers?: readonly (string | IssuerOptions)[] | undefined;
  /** The scopes to publish for clients (RFC 9728 section 2). Default: none. */
  scopes?: readonly string[] | undefined;
  /** What scopes include: `{ "files": ["files:read", "files:write"] }`. */
  hierarchy?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Whether only tokens are accepted that are bound to a key (RFC 9449) or a
   * certificate (RFC 8705) of the client. What a token is bound to has to be
   * proved in any case. Default: tokens that are not bound are accepted, too.
   */
  bound?: "required" | undefined;
  /** How clients prove that a token is bound to their key. */
  dpop?: DpopOptions | undefined;
  /**
   * Remembers which DPoP proofs were used, because each is good for one request.
   * Processes that serve one API need one that they share. While it fails,
   * requests with proofs get 503. Default: the memory of the process.
   */
  store?: Store | undefined;
  /** The origins of pages that may call this API, or `"*"` for all. Default: none. */
  cors?: { readonly origins: "*" | readonly string[] } | undefined;
  /** The name of the API, for people. */
  name?: string | undefined;
  /** The URL of its documentation, for people. */
  documentation?: string | undefined;
  /** Checks the personal tokens of this application's users: pass `auth.tokens`. */
  personalTokens?: PersonalTokens | undefined;
  /**
   * The key that signs the metadata (RFC 9728 section 2.2), and its id. Clients
   * that trust its owner can then tell who published them.
   */
  signingKey?: ClientPrivateKey | undefined;
  /** The destination of log lines. Default: the console. */
  logger?: Logger | undefined;
}

const MEMBERS = [
  "resource",
  "issuer",
  "issuers",
  "scopes",
  "hierarchy",
  "bound",
  "dpop",
  "certificate",
  "store",
  "cors",
  "name",
  "documentation",
  "personalTokens",
  "signingKey",
  "session",
  "logger",
];

/** A guard with its defaults. */
export interface Guard {
  readonly resource: string;
  readonly metadataUrl: string;
  /** By their identifiers. */
  readonly issuers: ReadonlyMap<string, ResolvedIssuer>;
  /** The one that is asked about opaque tokens; null: none. */
  readonly opaque: Introspector | null;
  readonly scopes: readonly string[];
  readonly hierarchy: ReadonlyMap<string, readonly string[]>;
  /** Whether tokens that are not bound are refused everywhere. */
  readonly isBound: boolean;
  readonly dpop: ResolvedDpop;
  /** Whether the application says which certificate a client has. */
  readonly readsCertificates: boolean;
  /** Null: no page of another origin may call. */
  readonly cors: "*" | ReadonlySet<string> | null;
  readonly name: string | null;
  readonly documentation: string | null;
  readonly personalTokens: PersonalTokens | null;
  readonly signingKey: ClientPrivateKey | null;
  readonly log: Log;
  /** Writes the metadata document. */
  readonly document: () => Promise<{ readonly text: string }>;
}

/**
 * Reads the options.
 *
 * @throws ConfigurationError that lists every mistake
 */
export function toGuard(options: ProtectOptions): Guard {
  const problems: string[] = [];
  const report = (sentence: string) => void problems.push(sentence);
  const { resource, cors, scopes = [], hierarchy = {} } = options;
  const { certificate } = options as { readonly certificate?: unknown };
  reportOwn(options, report);
  const issuers = readIssuers(options, report);
  const dpop = resolveDpop(options, report);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const { origins = null } = cors ?? {};
  const guard: Guard = {
    resource,
    metadataUrl: toMetadataUrl(resource),
    issuers: new Map(issuers.map((one) => [one.id, one])),
    opaque: findOpaque(issuers),
    scopes,
    hierarchy: new Map(Object.entries(hierarchy)),
    isBound: options.bound === "required",
    dpop,
    readsCertificates: certificate !== undefined,
    cors: origins === null || origins === "*" ? origins : new Set(origins),
    name: options.name ?? null,
    documentation: options.documentation ?? null,
    personalTokens: options.personalTokens ?? null,
    signingKey: options.signingKey ?? null,
    log: createLog(options.logger ?? {}, false, listSecrets(issuers)),
    // Signed once, not for everybody who asks.
    document: once(() => writeDocument(guard)),
  };
  return guard;
}

/** Reports mistakes in what has no part of its own. */
function reportOwn(
  options: ProtectOptions,
  report: (sentence: string) => void,
): void {
  const members = without(options, MEMBERS);
  if (members.length > 0) {
    report(`These options do not exist: ${members.join(", ")}.`);
  }
  if (!isServerUrl(options.resource, true)) {
    report(
      "`resource` must be the public https URL of this API, without a fragment (http is for loopback only).",
    );
  }
  const { origins = "*" } = options.cors ?? {};
  if (origins !== "*" && !origins.every(isOrigin)) {
    report(
      '`cors.origins` must list origins, such as "https://app.example.com", without a path, or be "*".',
    );
  }
}

function readIssuers(
  { issuer, issuers = [], resource, personalTokens }: ProtectOptions,
  report: (sentence: string) => void,
): readonly ResolvedIssuer[] {
  const given = issuer === undefined ? issuers : [issuer, ...issuers];
  if (given.length === 0 && personalTokens === undefined) {
    report(
      "`issuer` must name the authorization server whose tokens are meant.",
    );
  }
  const resolved = given.map((one) => resolveIssuer(one, resource, report));
  if (new Set(resolved.map(({ id }) => id)).size < resolved.length) {
    report("An issuer is listed twice: list its audiences in one entry.");
  }
  if (resolved.filter(takesOpaque).length > 1) {
    report(
      'Several issuers would be asked about opaque tokens, which do not say who issued them, so that one would see the tokens of another: set `introspection.tokens` to "jwt" for all but one.',
    );
  }
  return resolved;
}

function takesOpaque({ introspection }: ResolvedIssuer): boolean {
  return introspection?.takesOpaque === true;
}

function findOpaque(issuers: readonly ResolvedIssuer[]): Introspector | null {
  const issuer = issuers.find(takesOpaque);
  const own = issuer?.introspection ?? null;
  return issuer === undefined || own === null ? null : { issuer, own };
}

function listSecrets(issuers: readonly ResolvedIssuer[]): readonly string[] {
  return issuers.flatMap(({ introspection }) => {
    const secret = introspection?.clientSecret;
    return typeof secret === "string" ? [secret] : [];
  });
}

function isOrigin(text: unknown): boolean {
  return typeof text === "string" && URL.canParse(text) &&
    new URL(text).origin === text;
}
