import {
  AuthError,
  MethodNotAllowed,
  toAuthError,
  toPublicType,
  toRetryAfter,
  toRow,
} from "../../errors/errors.ts";
import { toSentence } from "../../errors/error_sentences.ts";
import type { Settings } from "../../config/settings.ts";
import { randomText } from "../../crypto/random.ts";
import { type HeaderList, NO_STORE, SAFE } from "../../http/headers.ts";
import { createHostReference } from "../../request/diagnosis/reference.ts";
import type { Incoming } from "../../request/request_head.ts";
import { createLog } from "../../runtime/log.ts";
import { reportError } from "../recover.ts";
import type { Reply } from "../answer.ts";

/** The errors of a proxy by their code: status, and a message for the visitor. */
const byCode: Readonly<Record<string, readonly [number, string]>> = {
  api_encoding: [502, "The service gave an answer that we can’t read."],
  api_page: [502, "The service answered with a page."],
  api_timeout: [504, "The service took too long. Try again in a moment."],
  api_unauthorized: [502, "The service refused our request."],
  api_unreachable: [502, "We can’t reach the service. Try again in a moment."],
  destination: [403, "This address can’t be opened as a page."],
  upgrade: [501, "This connection can’t be upgraded."],
};

/** The errors that lead the visitor to the provider. */
const byType: Readonly<Record<string, string>> = {
  ConsentRequired: "Allow access to this service to continue.",
  NotConnected: "Connect your account to continue.",
  ReauthenticationRequired: "Connect your account again to continue.",
};

/** Seconds to wait before another try if the provider is down. */
const LATER = 5;

/** The request that was refused. */
export interface RefusedRequest {
  readonly incoming: Incoming;
  /** The id of the provider. */
  readonly provider: string;
  /** Null if the configuration could not be resolved. */
  readonly settings: Settings | null;
  /** The URL of the page for signing in; null if it is unknown. */
  readonly signInUrl: string | null;
  /** Whether the client is gone, so that there is nothing to report. */
  readonly isGone: boolean;
}

/** Turns an error into an answer for a script, as JSON. */
export async function toProxyError(
  thrown: unknown,
  { incoming, provider, settings, signInUrl, isGone }: RefusedRequest,
): Promise<Omit<Reply, "cookies">> {
  const error = toAuthError(thrown) ??
    new AuthError("An unexpected error.", { cause: thrown });
  const failure = { error, step: "proxy", provider };
  const ref = settings === null
    ? randomText(6)
    : await createHostReference(settings, incoming, failure);
  const log = settings?.log ?? createLog({}, false, []);
  const key = settings?.key ?? "";
  if (!isGone) reportError({ log, key, isShown: true }, error, ref);
  const { type, code = "" } = error;
  const [status, message] = Object.hasOwn(byCode, code)
    ? byCode[code] ?? []
    : [];
  const text = Object.hasOwn(byType, type) ? byType[type] : undefined;
  const { scope, connect } = error as { scope?: unknown; connect?: unknown };
  const leads = text !== undefined || type === "SignInRequired";
  const json = {
    error: text === undefined ? toPublicType(error) : type,
    code: status === undefined ? null : code,
    message: message ?? text ?? toSentence(error),
    ref,
    ...(text === undefined ? {} : { provider, scope, connect }),
    ...(leads && signInUrl !== null ? { url: signInUrl } : {}),
  };
  return {
    status: status ?? toRow(error).status,
    headers: [...NO_STORE, ...SAFE, ...toHeaders(error, status)],
    body: incoming.method === "HEAD" ? null : { json },
  };
}

function toHeaders(error: AuthError, status: number | undefined): HeaderList {
  if (error instanceof MethodNotAllowed) {
    return [["allow", error.allow.join(", ")]];
  }
  const wait = error.type === "ProviderUnavailable" && status === undefined
    ? toRetryAfter(error) ?? LATER
    : toRetryAfter(error);
  return wait === null ? [] : [["retry-after", `${wait}`]];
}
