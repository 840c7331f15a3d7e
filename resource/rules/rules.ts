/**
 * What a route demands of an access token.
 *
 * @module
 */

import { ConfigurationError } from "../../core/errors/errors.ts";
import type { Awaitable } from "../../core/model/model.ts";
import type { Access } from "../access.ts";
import { CLOCK_TOLERANCE } from "../../core/runtime/clock.ts";
import type { ResourceRequest } from "../credential.ts";
import type { Accepted } from "../identify.ts";
import type { Guard } from "../options.ts";
import { without } from "../issuers/known_members.ts";
import { Refusal } from "../refusal.ts";
import { listTools } from "./tools.ts";

/** Scopes: all of a list, or one of `any`. */
export type ScopeRule =
  | string
  | readonly string[]
  | { readonly any: readonly string[] };

/** What a route demands. */
export interface AccessRules<R = unknown> {
  /**
   * The scopes that a token must have: all of a list, or one of `{ any: […] }`.
   * A function chooses them for a request.
   */
  scopes?: ScopeRule | ((request: R) => Awaitable<ScopeRule>) | undefined;
  /**
   * The scopes that the tools of an MCP server need besides, by their names; `*`
   * is for those that are not named. A refusal names the scopes of all tools
   * that a message calls. With Express, `express.json()` goes before the guard.
   * Pages of origins that `cors` does not list get 403.
   */
  tools?: Readonly<Record<string, ScopeRule>> | undefined;
  /**
   * What the route accepts: an access token, the session of a user of this
   * application (the option `session`), or either. Default `["token"]`. A session
   * needs no scopes; a request with one that changes something has to come from
   * a page of this origin. A request with both has to name one user.
   */
  accept?: readonly Accepted[] | undefined;
  /** The limit in seconds on the time since the user signed in (`auth_time`, RFC 9470). */
  maxAge?: number | undefined;
  /** The authentication context class, or several of which one is enough (`acr`, RFC 9470). */
  acr?: string | readonly string[] | undefined;
  /** Whether only tokens are accepted that are bound to a key or a certificate of the client. Default: as the guard says. */
  bound?: "required" | undefined;
  /** Returns whether this access may pass; if it throws, nobody passes. */
  when?: ((access: Access, request: R) => Awaitable<boolean>) | undefined;
}

const MEMBERS = [
  "scopes",
  "tools",
  "accept",
  "maxAge",
  "acr",
  "bound",
  "when",
];

/**
 * Asserts that a route has no rule that does not exist: with `scope` in place of
 * `scopes`, it would be open to every token.
 *
 * @throws ConfigurationError
 */
export function assertRuleNames(rules: object): void {
  const members = without(rules, MEMBERS);
  if (members.length === 0) return;
  throw new ConfigurationError([
    `A route has rules that do not exist: ${members.join(", ")}.`,
  ]);
}

/** The scopes that a request needs: all of them, and one of each list. */
export interface Demand {
  readonly all: readonly string[];
  readonly any: readonly (readonly string[])[];
}

/**
 * Reads the scopes that a request needs.
 *
 * @throws Refusal if it cannot be told which tools the request calls
 */
export async function readDemand<R>(
  { scopes = [], tools }: AccessRules<R>,
  { request, own }: { readonly request: ResourceRequest; readonly own: R },
): Promise<Demand> {
  const rule = typeof scopes === "function" ? await scopes(own) : scopes;
  if (tools === undefined) return joinRules([rule]);
  const known = new Map(Object.entries(tools));
  const called = listTools(request.method, await request.json());
  return joinRules([
    rule,
    ...called.map((name) => known.get(name) ?? known.get("*") ?? []),
  ]);
}

function joinRules(rules: readonly ScopeRule[]): Demand {
  const lists = rules.map((rule) =>
    typeof rule === "object" && "any" in rule ? rule : [rule].flat()
  );
  return {
    all: [...new Set(lists.flatMap((one) => "any" in one ? [] : one))],
    any: lists.flatMap((one) => "any" in one ? [one.any] : []),
  };
}

/** The scopes that a client should ask for. */
export function toWanted({ all, any }: Demand): readonly string[] {
  const firsts = any.flatMap(([first]) => first ?? []);
  return [...new Set([...all, ...firsts])];
}

/** A token that is valid, and what it is compared with. */
export interface Judged<R> {
  readonly access: Access;
  readonly demand: Demand;
  readonly rules: AccessRules<R>;
  readonly request: R;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Asserts that a token has what a route demands.
 *
 * @throws Refusal
 */
export async function assertRules<R>(
  guard: Guard,
  judged: Judged<R>,
): Promise<void> {
  assertScopes(guard, judged);
  assertAuthentication(judged);
  const { access, rules: { when }, request } = judged;
  if (when === undefined || await when(access, request)) return;
  throw new Refusal(
    { status: 403, code: null },
    "The rule `when` of the route refused the token.",
  );
}

function assertScopes(
  { hierarchy }: Guard,
  { access, demand }: Pick<Judged<never>, "access" | "demand">,
): void {
  // Scopes limit what a client may do for a user, not what users may do.
  if (access.kind === "session") return;
  const { all, any } = demand;
  const has = toEffective(access.scopes, hierarchy);
  const isMet = all.every((one) => has.has(one)) &&
    any.every((list) => list.some((one) => has.has(one)));
  if (isMet) return;
  const scope = toWanted(demand).join(" ");
  // One challenge names all that the operation needs (RFC 6750 section 3.1).
  throw new Refusal(
    { status: 403, code: "insufficient_scope", params: { scope } },
    `The token has the scopes "${
      access.scopes.join(" ")
    }", and needs "${scope}"${any.length > 0 ? " or others" : ""}.`,
  );
}

/** The scopes of a token, and all that they include. */
function toEffective(
  scopes: readonly string[],
  hierarchy: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const has = new Set(scopes);
  // A set visits what is added on the way.
  for (const scope of has) {
    for (const part of hierarchy.get(scope) ?? []) has.add(part);
  }
  return has;
}

/** RFC 9470 section 3. */
function assertAuthentication<R>(
  { access, rules: { maxAge, acr }, now }: Judged<R>,
): void {
  const classes = acr === undefined ? null : [acr].flat();
  const proof = readProof(access);
  const isFresh = maxAge === undefined ||
    proof.at !== null && now / 1000 - proof.at <= maxAge + CLOCK_TOLERANCE;
  const isStrong = classes === null ||
    classes.some((one) => one === proof.acr);
  if (isFresh && isStrong) return;
  const params = {
    ...classes === null ? {} : { acr_values: classes.join(" ") },
    ...maxAge === undefined ? {} : { max_age: `${maxAge}` },
  };
  throw new Refusal(
    { status: 401, code: "insufficient_user_authentication", params },
    "The user's sign-in is older or weaker than the route demands.",
  );
}

/** How and when the user signed in, in seconds since the epoch; a personal token proves nothing of it. */
function readProof(
  access: Access,
): { readonly at: number | null; readonly acr: unknown } {
  if (access.kind === "personal") return { at: null, acr: null };
  if (access.kind === "session") {
    const { at = null, acr = null } = access.session.authentication ?? {};
    return { at: at === null ? null : Date.parse(at) / 1000, acr };
  }
  const { auth_time, acr } = access.claims;
  return { at: typeof auth_time === "number" ? auth_time : null, acr };
}
