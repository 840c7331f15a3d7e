import { fromBase64url } from "../crypto/base64url.ts";
import { isJarm } from "../providers/oauth/jarm.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import type { ResolvedProvider } from "../providers/provider.ts";

/**
 * Puts the `state` of a signed authorization response (JARM) beside it. Like the
 * `state` of a plain response, it only names the attempt: the signature is
 * verified after that, and then all parameters come from what it covers.
 */
export function withState(
  provider: ResolvedProvider | null,
  received: URLSearchParams,
): URLSearchParams {
  const response = received.get("response");
  if (response === null || !isOAuth(provider) || !isJarm(provider)) {
    return received;
  }
  const params = new URLSearchParams(received);
  params.set("state", readState(response));
  return params;
}

function readState(response: string): string {
  try {
    const [, payload = ""] = response.split(".");
    const text = new TextDecoder().decode(fromBase64url(payload) ?? undefined);
    const { state } = JSON.parse(text);
    return typeof state === "string" ? state : "";
  } catch {
    return "";
  }
}
