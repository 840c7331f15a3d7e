import {
  ConfigurationError,
  OAuthCallbackError,
} from "../../../errors/errors.ts";
import type { ParamTexts } from "../../../attempts/guard_params.ts";
import type { AuthorizationDetails } from "../../../model/model.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";

/**
 * Lists the types of the `authorization_details` of a request (RFC 9396 section
 * 2).
 *
 * @throws ConfigurationError if they are not a list of objects with a `type`
 */
export function listDetailTypes(
  { id }: ResolvedOAuth,
  { authorization_details: text }: ParamTexts,
): readonly string[] {
  if (text === undefined) return [];
  const details = parseDetails(text);
  if (details !== null) return details.map(({ type }) => type);
  throw new ConfigurationError([
    `\`authorization_details\` for provider "${id}" must be a list of objects, each with a \`type\` (RFC 9396 section 2).`,
  ]);
}

/**
 * Asserts that the details that were granted, if there are any, have the shape
 * of the standard (RFC 9396 section 7).
 *
 * @throws OAuthCallbackError
 */
export function assertDetails(
  { id }: ResolvedOAuth,
  { authorization_details: details }: Readonly<Record<string, unknown>>,
): void {
  if (details === undefined || isDetails(details)) return;
  throw new OAuthCallbackError(
    `The token endpoint of provider "${id}" answered \`authorization_details\` that are not a list of objects with a \`type\`.`,
  );
}

function parseDetails(text: string): readonly AuthorizationDetails[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return isDetails(value) ? value : null;
  } catch {
    return null;
  }
}

function isDetails(value: unknown): value is readonly AuthorizationDetails[] {
  return Array.isArray(value) &&
    value.every((one) => typeof one?.type === "string" && one.type !== "");
}
