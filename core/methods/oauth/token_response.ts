import {
  OAuthCallbackError,
  ProviderUnavailable,
} from "../../errors/errors.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import { hasDuplicateNames } from "./json.ts";

/** Seconds. No token lives a hundred years; such a number is a mistake. */
const MAX_EXPIRES_IN = 3_155_760_000;

/** A token answer, read: its status and its JSON. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Reads the answer to a token request. That of an OpenID provider has to be as
 * the standard wants it (RFC 6749 section 5.1); that of a plain OAuth server is
 * made so, from what such servers really send.
 *
 * @throws ProviderUnavailable where the provider is in trouble,
 * OAuthCallbackError where it answers nonsense
 */
export async function readTokenAnswer(
  provider: ResolvedOAuth,
  response: Response,
): Promise<TokenAnswer> {
  const where = `The token endpoint of provider "${provider.id}"`;
  const { status } = response;
  if (status >= 500 || status === 429) {
    throw new ProviderUnavailable(`${where} answered ${status}.`);
  }
  assertJson(provider, where, response);
  const body = await readObject(where, response);
  const { expires_in } = body;
  if (Number(expires_in ?? 0) > MAX_EXPIRES_IN) {
    throw new OAuthCallbackError(`${where} answered an impossible expires_in.`);
  }
  return provider.type === "oidc"
    ? { status, body }
    : conform({ status, body });
}

/**
 * JSON without a token type, a lifetime as text or 0, scopes as a list, and
 * errors with status 200 become what they mean. An ID token that comes along is
 * left out: nobody asked for it, and it proves nothing here.
 */
function conform({ status, body }: TokenAnswer): TokenAnswer {
  if (status !== 200 || typeof body.access_token !== "string") {
    return { status: status < 400 ? 400 : status, body: toError(body) };
  }
  const { scope, token_type, expires_in, id_token: _, ...rest } = body;
  return {
    status,
    body: {
      // Some name what they do not give.
      ...withoutNull(rest),
      token_type: token_type ?? "bearer",
      ...toExpiresIn(expires_in),
      ...toScope(scope),
    },
  };
}

/** An OpenID provider says that it sends JSON; plain OAuth servers call it many things, but not a page. */
function assertJson(
  provider: ResolvedOAuth,
  where: string,
  response: Response,
): void {
  const type = (response.headers.get("content-type") ?? "").split(";")[0]
    ?.trim().toLowerCase();
  const isFine = provider.type === "oidc"
    ? type === "application/json"
    : type !== "text/html";
  if (isFine) return;
  throw new OAuthCallbackError(
    `${where} answered ${response.status} and no application/json.`,
  );
}

async function readObject(
  where: string,
  response: Response,
): Promise<Record<string, unknown>> {
  const text = await response.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OAuthCallbackError(
      `${where} answered ${response.status} and no JSON.`,
      { cause: error },
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new OAuthCallbackError(`${where} answered no JSON object.`);
  }
  if (hasDuplicateNames(text)) {
    throw new OAuthCallbackError(`${where} named a member twice.`);
  }
  return value as Record<string, unknown>;
}

/** The many ways to say what went wrong, as `error` and `error_description`. */
function toError(body: Record<string, unknown>): Record<string, string> {
  const { error } = body;
  const nested = (typeof error === "object" && error !== null ? error : {}) as {
    message?: unknown;
    type?: unknown;
  };
  const description = [
    body.error_description,
    nested.message,
    body.errmsg,
    body.message,
    body.msg,
  ].find((text) => typeof text === "string");
  return {
    error: typeof error === "string" && error !== ""
      ? error
      : "invalid_request",
    ...(description === undefined
      ? {}
      : { error_description: String(description) }),
  };
}

function withoutNull(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null),
  );
}

function toExpiresIn(value: unknown): { expires_in?: unknown } {
  // 0 is how some say "does not expire".
  return value === undefined || value === null || Number(value) === 0
    ? {}
    : { expires_in: value };
}

function toScope(value: unknown): { scope?: string } {
  if (Array.isArray(value)) return { scope: value.map(String).join(" ") };
  if (typeof value !== "string") return {};
  return {
    scope: value.split(",").map((part) => part.trim()).join(" ").trim(),
  };
}
