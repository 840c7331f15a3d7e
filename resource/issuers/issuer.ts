/**
 * The issuers whose tokens a resource server takes.
 *
 * @module
 */

import { ISSUER_ALGORITHMS } from "../../core/providers/oauth/signing_key.ts";
import type { IssuerAccounts } from "./accounts.ts";
import {
  type IntrospectionOptions,
  type ResolvedIntrospection,
  resolveIntrospection,
} from "../introspection/introspection_options.ts";
import { without } from "./known_members.ts";
import { isServerUrl } from "./server_url.ts";

/** An authorization server whose access tokens are accepted. */
export interface IssuerOptions {
  /** The issuer identifier, exactly as tokens and metadata write it (RFC 8414 section 2). */
  issuer: string;
  /**
   * The audience that its tokens must have, or several of which one is enough
   * (RFC 9068 section 3). Compared exactly: path, slash and case. Default:
   * `resource`. `null` accepts tokens without an audience, as Amazon Cognito
   * issues them; then `clients` is required.
   */
  audience?: string | readonly string[] | null | undefined;
  /** The clients whose tokens are accepted. Default: all clients of the issuer. */
  clients?: readonly string[] | undefined;
  /** The URL of its metadata. Default: `/.well-known/oauth-authorization-server` and, if that fails, `/.well-known/openid-configuration`. */
  wellKnown?: string | undefined;
  /** The URL of its keys (RFC 7517 section 5). Default: from its metadata. */
  jwksUri?: string | undefined;
  /** The signature algorithms that are accepted. Default: all asymmetric ones of RFC 7518 and RFC 8037. */
  algorithms?: readonly string[] | undefined;
  /**
   * The claim that lists the scopes. Default: the first that a token has of
   * `scope`, `scp`, `scopes` and `permissions`.
   */
  scopeClaim?: string | undefined;
  /**
   * The accounts of its users in this application: with them, `access.userId` is
   * the user's id. For a provider whose issuer is always this one.
   */
  accounts?: IssuerAccounts | undefined;
  /** How this API asks the issuer about tokens that only the issuer can read, or whether tokens were revoked (RFC 7662). Default: it does not. */
  introspection?: IntrospectionOptions | undefined;
  /** Whether only tokens of type `at+jwt` are accepted (RFC 9068 section 2.1). Default false: many servers do not name it. */
  strict?: boolean | undefined;
  /** Used for every request to this issuer. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** An issuer with its defaults. */
export interface ResolvedIssuer {
  readonly id: string;
  /** Empty: no audience is needed. */
  readonly audience: readonly string[];
  readonly clients: readonly string[] | null;
  readonly wellKnown: readonly string[];
  readonly jwksUri: string | null;
  readonly algorithms: string[];
  readonly scopeClaims: readonly string[];
  readonly strict: boolean;
  readonly accounts: IssuerAccounts | null;
  readonly introspection: ResolvedIntrospection | null;
  readonly fetch: typeof fetch;
}

const SCOPE_CLAIMS = ["scope", "scp", "scopes", "permissions"];

const MEMBERS = [
  "issuer",
  "audience",
  "clients",
  "wellKnown",
  "jwksUri",
  "algorithms",
  "scopeClaim",
  "strict",
  "accounts",
  "introspection",
  "fetch",
];

/**
 * Fills in the defaults of an issuer, and reports its mistakes.
 *
 * @param report adds a mistake, as a sentence
 */
export function resolveIssuer(
  given: string | IssuerOptions,
  resource: string,
  report: (sentence: string) => void,
): ResolvedIssuer {
  const options = typeof given === "string" ? { issuer: given } : given ?? {};
  const { issuer, audience = resource, clients, scopeClaim } = options;
  const { wellKnown, algorithms = ISSUER_ALGORITHMS, introspection } = options;
  listProblems(options).forEach(report);
  return {
    id: issuer,
    audience: audience === null ? [] : [audience].flat(),
    clients: clients ?? null,
    wellKnown: wellKnown === undefined ? toWellKnown(issuer) : [wellKnown],
    jwksUri: options.jwksUri ?? null,
    algorithms: [...algorithms],
    scopeClaims: scopeClaim === undefined ? SCOPE_CLAIMS : [scopeClaim],
    strict: options.strict ?? false,
    accounts: options.accounts ?? null,
    introspection: introspection === undefined
      ? null
      : resolveIntrospection(introspection, toName(options), report),
    // Looked up at each request: tests and tracers replace the global one.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
  };
}

function toName({ issuer }: IssuerOptions): string {
  return `issuer "${issuer}"`;
}

/** Lists the mistakes of an issuer, as sentences. */
function listProblems(options: IssuerOptions): readonly string[] {
  const { issuer, wellKnown, jwksUri } = options;
  const { algorithms = ISSUER_ALGORITHMS } = options;
  const name = toName(options);
  const members = without(options, MEMBERS);
  const urls = Object.entries({ wellKnown, jwksUri })
    .filter(([, url]) => url !== undefined && !isServerUrl(url, true));
  const areKnown = algorithms.length > 0 &&
    algorithms.every((one) => ISSUER_ALGORITHMS.includes(one));
  return [
    ...members.length === 0
      ? []
      : [`${name} has options that do not exist: ${members.join(", ")}.`],
    ...isServerUrl(issuer) ? [] : [
      "`issuer` must be the https URL of an authorization server, without a query (http is for loopback only).",
    ],
    ...urls.map(([key]) => `\`${key}\` of ${name} must be an https URL.`),
    ...areKnown ? [] : [
      `\`algorithms\` of ${name} must be some of: ${
        ISSUER_ALGORITHMS.join(", ")
      }.`,
    ],
    ...listReaders(options),
  ];
}

/** Lists mistakes about whom tokens are for, and who has them. */
function listReaders(options: IssuerOptions): readonly string[] {
  const { audience, clients } = options;
  const name = toName(options);
  const isNamed = audience === undefined || audience === null ||
    isFilled([audience].flat());
  return [
    ...isNamed
      ? []
      : [`\`audience\` of ${name} must name at least one audience.`],
    ...audience !== null || (clients ?? []).length > 0 ? [] : [
      `\`audience: null\` of ${name} accepts tokens for any API, so list the \`clients\` whose tokens are meant for this one.`,
    ],
    ...clients === undefined || isFilled(clients)
      ? []
      : [`\`clients\` of ${name} must name at least one client id.`],
  ];
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0 &&
    list.every((one) => typeof one === "string" && one !== "");
}

/** RFC 8414 section 3.1, and section 5 for OpenID Connect Discovery. */
function toWellKnown(issuer: unknown): readonly string[] {
  if (!isServerUrl(issuer)) return [];
  const text = String(issuer).replace(/\/$/, "");
  const { origin, pathname } = new URL(text);
  return [
    `${origin}/.well-known/oauth-authorization-server${
      pathname.replace(/\/$/, "")
    }`,
    `${text}/.well-known/openid-configuration`,
  ];
}
