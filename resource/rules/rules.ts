/**
 * What a route demands of an access token.
 *
 * @module
 */

import type { Awaitable } from "../../core/model/model.ts";
import type { Access } from "../access.ts";
import type { Guard } from "../options.ts";
import { Refusal } from "../refusal.ts";

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
  /** The limit in seconds on the time since the user signed in (`auth_time`, RFC 9470). */
  maxAge?: number | undefined;
  /** The authentication context class, or several of which one is enough (`acr`, RFC 9470). */
  acr?: string | readonly string[] | undefined;
  /** Returns whether this access may pass; if it throws, nobody passes. */
  when?: ((access: Access, request: R) => Awaitable<boolean>) | undefined;
}

/** The rules for one request. */
export interface Demand {
  readonly all: readonly string[];
  readonly any: readonly string[];
}

/** Reads the scopes that a request needs. */
export async function readDemand<R>(
  { scopes = [] }: AccessRules<R>,
  request: R,
): Promise<Demand> {
  const rule = typeof scopes === "function" ? await scopes(request) : scopes;
  return typeof rule === "object" && "any" in rule
    ? { all: [], any: rule.any }
    : { all: [rule].flat(), any: [] };
}

/** The scopes that a client should ask for. */
export function toWanted({ all, any: [first] }: Demand): readonly string[] {
  return first === undefined ? all : [first];
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
  const { all, any } = demand;
  const has = toEffective(access.scopes, hierarchy);
  const isMet = all.every((one) => has.has(one)) &&
    (any.length === 0 || any.some((one) => has.has(one)));
  if (isMet) return;
  const scope = toWanted(demand).join(" ");
  // One challenge names all that the operation needs (RFC 6750 section 3.1).
  throw new Refusal(
    { status: 403, code: "insufficient_scope", params: { scope } },
    `The token has the scopes "${access.scopes.join(" ")}", but "${
      [...all, ...any].join(" ")
    }" ${
      any.length > 0 ? "are alternatives of which it needs one" : "are needed"
    }.`,
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
  { access: { claims }, rules: { maxAge, acr }, now }: Judged<R>,
): void {
  const classes = acr === undefined ? null : [acr].flat();
  const { auth_time } = claims;
  const isFresh = maxAge === undefined ||
    typeof auth_time === "number" && now / 1000 - auth_time <= maxAge;
  const isStrong = classes === null ||
    classes.some((one) => one === claims["acr"]);
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
