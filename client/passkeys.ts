import type { Page } from "./page.ts";
import { type Requests, toError } from "./requests.ts";
import type { Fields } from "./types.ts";

/** Milliseconds that a challenge is used for; the server keeps it for five minutes. */
const FRESH = 240_000;

/** Asks the browser for a passkey; returns the fields that prove it. */
export type UsePasskey = (
  action: "authenticate" | "register",
  provider: string,
  options?: {
    readonly autofill?: boolean | undefined;
    readonly fields?: Fields;
  },
) => Promise<{ readonly action: string; readonly data: string }>;

function toBytes(text: string): Uint8Array {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (one) => one.charCodeAt(0));
}

function toText(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_")
    .replace(/={1,2}$/, "");
}

/** Converts the members of options that are bytes (WebAuthn section 5.1). */
// deno-lint-ignore no-explicit-any -- JSON of the server
function toOptions(options: any): object {
  const withBytes = <T extends { id: string }>(one: T) => ({
    ...one,
    id: toBytes(one.id),
  });
  return {
    ...options,
    challenge: toBytes(options.challenge),
    ...options.user && { user: withBytes(options.user) },
    allowCredentials: options.allowCredentials?.map(withBytes),
    excludeCredentials: options.excludeCredentials?.map(withBytes),
  };
}

/**
 * Converts a credential to JSON. Password managers that replace the browser's
 * functions often lack `toJSON`.
 */
// deno-lint-ignore no-explicit-any -- a PublicKeyCredential, without the library of types
function toJson({ id, type, response }: any): string {
  const parts: Record<string, unknown> = {
    transports: response.getTransports?.(),
  };
  for (
    const name of [
      "clientDataJSON",
      "attestationObject",
      "authenticatorData",
      "signature",
      "userHandle",
    ]
  ) {
    if (response[name]) parts[name] = toText(response[name]);
  }
  return JSON.stringify({
    id,
    rawId: id,
    type,
    clientExtensionResults: {},
    response: parts,
  });
}

/** Creates the function that uses passkeys; a new call ends the one before. */
export function createPasskeys(page: Page, { get }: Requests): UsePasskey {
  let last: AbortController | undefined;

  return async (action, provider, { autofill, fields } = {}) => {
    last?.abort();
    const own = last = new AbortController();
    // As JSON, fields without a value are left out.
    const sent = JSON.parse(JSON.stringify({ ...fields, action }));
    const path = `webauthn-options/${provider}?${new URLSearchParams(sent)}`;
    for (;;) {
      const answer = await get(path);
      const again = new AbortController();
      const stop = autofill ? watch(page, () => again.abort()) : null;
      try {
        const options = {
          publicKey: toOptions(answer?.options),
          signal: AbortSignal.any([own.signal, again.signal]),
          ...autofill && { mediation: "conditional" as const },
        };
        const credential = await page.navigator?.credentials
          ?.[action === "register" ? "create" : "get"](options);
        return { action, data: toJson(credential) };
      } catch (error) {
        const { name: type, message } = error as Error;
        const isOver = own.signal.aborted || !again.signal.aborted;
        if (isOver) throw toError({ type, message });
      } finally {
        stop?.();
      }
    }
  };
}

/**
 * Calls a function when a challenge is old, and when the page is looked at
 * again: one challenge is kept for all tabs. Returns what ends that.
 */
function watch({ document }: Page, renew: () => void): () => void {
  const look = () => {
    if (document?.visibilityState === "visible") renew();
  };
  document?.addEventListener("visibilitychange", look);
  const timer = setTimeout(renew, FRESH);
  return () => {
    document?.removeEventListener("visibilitychange", look);
    clearTimeout(timer);
  };
}
