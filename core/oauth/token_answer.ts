import { OAuthCallbackError, ProviderUnavailable } from "../errors.ts";
import type { ResolvedProvider } from "../provider.ts";

/** Ten years: more is a mistake, not a lifetime. Seconds. */
const MAX_EXPIRES_IN = 315_360_000;

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
  const body = await readObject(where, response);
  if (!response.ok || typeof body.access_token !== "string") {
    return { status: response.ok ? 400 : response.status, body: toError(body) };
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

async function readObject(
  where: string,
  response: Response,
): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(await response.text());
  } catch (error) {
    throw new OAuthCallbackError(
      `${where} answered ${response.status} and no JSON.`,
      { cause: error },
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new OAuthCallbackError(`${where} answered no JSON object.`);
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
