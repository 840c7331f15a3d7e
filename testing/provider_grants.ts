/**
 * The grants by which a client of the test provider gets access tokens for an
 * API: its own, and those of a user who called it.
 */

import {
  ACCESS_TOKEN_SECONDS,
  findActive,
  issueAccessToken,
  toClaims,
  toTokenType,
} from "./provider_access_tokens.ts";
import { errorJson, json } from "./provider_http.ts";
import type { ProviderState } from "./provider_state.ts";
import type { Claims } from "./provider_types.ts";

const TYPES = "urn:ietf:params:oauth:token-type:";

/** The kinds of tokens that can be exchanged, and that an exchange gives. */
const exchangeable = [`${TYPES}access_token`, `${TYPES}jwt`];

/** The API that a token is asked for, and the key that it is bound to. */
interface Asked {
  readonly audience: string | readonly string[] | undefined;
  readonly scope: string | undefined;
  readonly bind: { readonly jkt: string } | undefined;
}

type GrantAnswer = (
  state: ProviderState,
  form: URLSearchParams,
  jkt: string | undefined,
) => Promise<Response>;

/** The grants by their `grant_type`. */
export const apiGrants: ReadonlyMap<string, GrantAnswer> = new Map([
  ["client_credentials", grantToClient],
  ["urn:ietf:params:oauth:grant-type:token-exchange", exchangeToken],
  ["urn:ietf:params:oauth:grant-type:jwt-bearer", grantOnBehalf],
]);

/** Gives the client a token of its own (RFC 6749 section 4.4). */
async function grantToClient(
  state: ProviderState,
  form: URLSearchParams,
  jkt: string | undefined,
): Promise<Response> {
  const asked = readAsked(form, jkt);
  if (!asked) return errorJson({ error: "invalid_target" });
  const claims = toClaims(state, { ...asked, subject: state.clientId });
  return await respond(state, claims, {});
}

/** Exchanges a token for one of another API (RFC 8693 section 2). */
async function exchangeToken(
  state: ProviderState,
  form: URLSearchParams,
  jkt: string | undefined,
): Promise<Response> {
  const type = form.get("requested_token_type") ?? `${TYPES}access_token`;
  const subject = readToken(state, form, "subject_token");
  const hasActor = form.has("actor_token") || form.has("actor_token_type");
  const actor = hasActor ? readToken(state, form, "actor_token") : null;
  if (!exchangeable.includes(type) || !subject || actor === undefined) {
    return refuse("subject_token, actor_token or a type of them");
  }
  if (actor && !mayAct(subject, actor)) return refuse("may_act");
  const asked = readAsked(form, jkt);
  if (!asked) return errorJson({ error: "invalid_target" });
  const claims = toClaims(state, {
    ...asked,
    scope: asked.scope ?? readScope(subject),
    subject: String(subject["sub"]),
  });
  const act = actor ? toActor(subject, actor) : subject["act"];
  return await respond(state, { ...claims, act }, { issued_token_type: type });
}

/** Returns the claims of an active token of the form, if its type is known. */
function readToken(
  state: ProviderState,
  form: URLSearchParams,
  name: "subject_token" | "actor_token",
): Claims | undefined {
  const isKnown = exchangeable.includes(form.get(`${name}_type`) ?? "");
  return isKnown ? findActive(state, form.get(name) ?? "")?.claims : undefined;
}

/** Whether the subject's token allows this actor (RFC 8693 section 4.4). */
function mayAct({ may_act: allowed }: Claims, actor: Claims): boolean {
  return allowed === undefined || (allowed as Claims)["sub"] === actor["sub"];
}

/** Names the actor, before those who acted earlier (RFC 8693 section 4.1). */
function toActor({ act }: Claims, actor: Claims): Claims {
  return { sub: actor["sub"], ...(act === undefined ? {} : { act }) };
}

/**
 * Gives an API a token of the user who called it, as Microsoft Entra does: its
 * `scope` names the other API and what is wanted of it, `<API>/<scope>`.
 */
async function grantOnBehalf(
  state: ProviderState,
  form: URLSearchParams,
  jkt: string | undefined,
): Promise<Response> {
  if (form.get("requested_token_use") !== "on_behalf_of") {
    return errorJson({ error: "unsupported_grant_type" });
  }
  const user = findActive(state, form.get("assertion") ?? "")?.claims;
  if (!user) return errorJson({ error: "invalid_grant" });
  const scope = form.get("scope") ?? "";
  const asked = scope.split(" ").map((one) => /^(.+)\/([^/]+)$/.exec(one));
  const [, api] = asked.find((one) => one !== null) ?? [];
  if (api === undefined) return errorJson({ error: "invalid_scope" });
  const names = asked.flatMap((one) => one?.[1] === api ? [one[2]] : []);
  const claims = toClaims(state, {
    audience: api,
    // Everything that an administrator has consented to.
    scope: names.includes(".default") ? readScope(user) : names.join(" "),
    subject: String(user["sub"]),
    bind: jkt === undefined ? undefined : { jkt },
  });
  return await respond(state, claims, { scope });
}

/**
 * Reads which API is meant, by its URL (RFC 8707) or its name; undefined if a
 * URL is none.
 */
function readAsked(
  form: URLSearchParams,
  jkt: string | undefined,
): Asked | undefined {
  const resources = form.getAll("resource");
  const areUrls = resources.every((one) =>
    URL.canParse(one) && !one.includes("#")
  );
  if (!areUrls) return undefined;
  const all = [...resources, ...form.getAll("audience")];
  const [first, ...others] = all;
  return {
    audience: others.length > 0 ? all : first,
    scope: form.get("scope") ?? undefined,
    bind: jkt === undefined ? undefined : { jkt },
  };
}

async function respond(
  state: ProviderState,
  claims: Claims,
  further: Claims,
): Promise<Response> {
  const body = {
    access_token: await issueAccessToken(state, claims),
    token_type: toTokenType(claims),
    expires_in: ACCESS_TOKEN_SECONDS,
    scope: claims["scope"],
    ...further,
  };
  const { tokenResponse } = state.faults;
  return json(tokenResponse ? tokenResponse(body) : body);
}

function readScope({ scope }: Claims): string | undefined {
  return scope === undefined ? undefined : String(scope);
}

function refuse(description: string): Response {
  return errorJson({ error: "invalid_request", description });
}
