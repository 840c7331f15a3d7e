import {
  OAuthCallbackError,
  ProviderUnavailable,
} from "../../../errors/errors.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import { decodeBody, type ProviderAnswer } from "../requests/answer.ts";
import { assertDetails } from "../fapi/authorization_details.ts";
import { hasDuplicateNames } from "../requests/json.ts";
import { assertNotEncrypted } from "../id_token/signature.ts";
import { readPath } from "../../../providers/oauth/path.ts";

/** Seconds. No token lives for a hundred years; a larger number is a mistake. */
const MAX_EXPIRES_IN = 3_155_760_000;

/** The status and the parsed JSON of a token response. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Reads the response to a token request. An OpenID provider's must conform to
 * the standard (RFC 6749 section 5.1), except that a member may be null and the
 * scopes may be a list; a plain OAuth server's is normalised from what such
 * servers really send.
 *
 * @throws ProviderUnavailable if the provider is in trouble, OAuthCallbackError
 * if the response is unusable
 */
export function readTokenAnswer(
  provider: ResolvedOAuth,
  answer: ProviderAnswer,
): TokenAnswer {
  const where = `The token endpoint of provider "${provider.id}"`;
  const { status } = answer;
  if (status >= 500 || status === 429) {
    throw new ProviderUnavailable(`${where} answered ${status}.`);
  }
  assertJson(provider, where, answer);
  // Some servers send null for members they do not have.
  const body = withoutNull(toStandard(provider, readObject(where, answer)));
  assertDetails(provider, body);
  const { expires_in } = body;
  if (Number(expires_in ?? 0) > MAX_EXPIRES_IN) {
    throw new OAuthCallbackError(`${where} answered an impossible expires_in.`);
  }
  if (provider.type !== "oidc") return conform({ status, body });
  const { id_token: text, scope } = body;
  if (typeof text === "string") {
    assertNotEncrypted(provider, { kind: "ID token", text });
  }
  const isList = Array.isArray(scope);
  return { status, body: isList ? { ...body, ...toScope(scope) } : body };
}

/** Takes the tokens from their place in the answer, under their standard names. */
function toStandard(
  { token: { root, names = {} } }: ResolvedOAuth,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const found = root === undefined ? body : readPath(body, root) ?? body;
  const answer = isObject(found) ? found : {};
  const standard = Object.entries(names).flatMap(([name, own]) =>
    Object.hasOwn(answer, own) ? [[name, answer[own]]] : []
  );
  const tokens = { ...answer, ...Object.fromEntries(standard) };
  const isError = typeof body.error === "string" && body.error !== "";
  if ("access_token" in tokens && !(isError && root !== undefined)) {
    return tokens;
  }
  // An error has another shape than the tokens. Tokens elsewhere are not those
  // that the definition means: a bot's, for example.
  const { access_token: _, id_token: __, ...error } = body;
  return root === undefined ? body : error;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Normalises JSON without a token type, a lifetime as text or 0, scopes as a
 * list, and errors with status 200. An ID token in the response is dropped: it
 * was not requested, and proves nothing here.
 */
function conform({ status, body }: TokenAnswer): TokenAnswer {
  if (status !== 200 || typeof body.access_token !== "string") {
    return { status: status < 400 ? 400 : status, body: toError(body) };
  }
  const { scope, token_type, expires_in, id_token: _, ...rest } = body;
  return {
    status,
    body: {
      ...rest,
      token_type: token_type ?? "bearer",
      ...toExpiresIn(expires_in),
      ...toScope(scope),
    },
  };
}

/** Asserts the content type: JSON for an OpenID provider, anything but HTML for a plain OAuth server. */
function assertJson(
  provider: ResolvedOAuth,
  where: string,
  { status, headers }: ProviderAnswer,
): void {
  const type = (headers.get("content-type") ?? "").split(";")[0]
    ?.trim().toLowerCase();
  const isFine = provider.type === "oidc"
    ? type === "application/json"
    : type !== "text/html";
  if (isFine) return;
  throw new OAuthCallbackError(
    `${where} answered ${status} without application/json.`,
  );
}

function readObject(
  where: string,
  answer: ProviderAnswer,
): Record<string, unknown> {
  const text = decodeBody(answer);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new OAuthCallbackError(
      `${where} answered ${answer.status} without JSON.`,
      { cause: error },
    );
  }
  if (!isObject(value)) {
    throw new OAuthCallbackError(`${where} did not answer with a JSON object.`);
  }
  if (hasDuplicateNames(text, value)) {
    throw new OAuthCallbackError(`${where} named a member twice.`);
  }
  return value;
}

/** Maps the various error formats to `error` and `error_description`. */
function toError(body: Record<string, unknown>): Record<string, string> {
  const { error } = body;
  const nested = (typeof error === "object" && error !== null ? error : {}) as {
    code?: unknown;
    message?: unknown;
  };
  const code = nested.code ?? body.errcode;
  const description = [
    body.error_description,
    nested.message,
    body.errmsg,
    body.message,
    body.msg,
  ].find((text) => typeof text === "string");
  const isNumber = typeof code === "number";
  return {
    error: typeof error === "string" && error !== ""
      ? error
      : isNumber
      ? String(code)
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
  // Some servers send 0 for "does not expire".
  return value === undefined || Number(value) === 0
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
