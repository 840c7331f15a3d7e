import { OAuthCallbackError, ProviderUnavailable } from "../errors.ts";
import type { ResolvedProvider } from "../provider.ts";
import { hasDuplicateNames } from "./json.ts";

/** Seconds. No token lives a hundred years; such a number is a mistake. */
const MAX_EXPIRES_IN = 3_155_760_000;

/**
 * A token answer as the standard wants it (RFC 6749 section 5.1), made of what
 * providers really send: JSON under another content type, no token type, a
 * lifetime as text or 0, scopes as a list, and errors with status 200. An answer
 * that is an error stays one.
 *
 * @throws ProviderUnavailable where the provider is in trouble,
 * OAuthCallbackError where it answers nonsense
 */
export async function conformTokenAnswer(
  provider: ResolvedProvider,
  response: Response,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const where = `The token endpoint of provider "${provider.id}"`;
  if (response.status >= 500 || response.status === 429) {
    throw new ProviderUnavailable(`${where} answered ${response.status}.`);
  }
  assertJson(provider, where, response);
  const body = await readObject(where, response);
  const { status } = response;
  if (status !== 200 || typeof body.access_token !== "string") {
    return { status: status < 400 ? 400 : status, body: toError(body) };
  }
  const { scope, token_type, expires_in, id_token, ...rest } = body;
  return {
    status: 200,
    body: {
      ...rest,
      token_type: token_type ?? "bearer",
      ...toExpiresIn(where, expires_in),
      ...toScope(scope),
      // Asked or not, a plain OAuth provider's ID token proves nothing here.
      ...(provider.type === "oidc" && id_token !== undefined
        ? { id_token }
        : {}),
    },
  };
}

/** An OpenID provider says that it sends JSON; plain OAuth servers call it many things, but not a page. */
function assertJson(
  provider: ResolvedProvider,
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

function toExpiresIn(
  where: string,
  value: unknown,
): { expires_in?: number } {
  // 0 is how some say "does not expire".
  if (value === undefined || value === null || Number(value) === 0) return {};
  const seconds = typeof value === "string" ? Number(value) : value;
  if (
    typeof seconds === "number" && seconds > 0 && seconds <= MAX_EXPIRES_IN
  ) return { expires_in: Math.floor(seconds) };
  throw new OAuthCallbackError(`${where} answered an impossible expires_in.`);
}

function toScope(value: unknown): { scope?: string } {
  if (Array.isArray(value)) return { scope: value.map(String).join(" ") };
  if (typeof value !== "string") return {};
  return { scope: value.replace(/\s*,\s*/g, " ").trim() };
}
