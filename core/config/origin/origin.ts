import { UntrustedHost } from "../../errors/auth_error.ts";
import type { Settings } from "../settings.ts";
import { sharedOrigin } from "../../storage/process_cache.ts";

/**
 * Resolves the origin that the browser used. A configured origin takes
 * precedence over anything in the request; without one, it is the origin that
 * the framework reports, if its host is trusted.
 *
 * @param reported the origin of the request according to the framework
 * @param isNamed whether the configuration or a trusted proxy names the host
 * @returns the origin, or why there is none
 */
export function resolveOrigin(
  settings: Settings,
  reported: string | null,
  isNamed: boolean,
): string | UntrustedHost {
  if (settings.origin !== null) return settings.origin;
  const origin = reported === null ? null : sharedOrigin(reported, toOrigin);
  if (origin === null) {
    return new UntrustedHost("The request names no usable host.");
  }
  // A trusted proxy names it, and no configuration says otherwise.
  if (isNamed && !settings.namesHosts) return origin;
  const host = origin.slice(origin.indexOf("//") + 2);
  try {
    // Compared with `true`, because the promise of an async function is truthy
    // and would trust every host.
    if (settings.trustsHost(host) === true) return origin;
  } catch (error) {
    return new UntrustedHost("The trustHost function threw.", { cause: error });
  }
  return new UntrustedHost(
    `The host "${host}" is not trusted, and no public origin is configured.`,
  );
}

/** Returns the canonical form of an http(s) origin (no path, no user, no default port), or null. */
export function toOrigin(text: string): string | null {
  if (!/^https?:\/\/[A-Za-z0-9.:[\]_-]{1,255}$/.test(text)) return null;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  // A trailing dot means the same host, but not the same origin.
  return url.hostname.endsWith(".") ? null : url.origin;
}
