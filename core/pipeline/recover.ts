import { isTicked } from "../attempts/remember.ts";
import { keepTyped } from "../attempts/typed_fields.ts";
import type { ErrorModel } from "../config/pages/page_models.ts";
import type { CookieChange } from "../http/cookies.ts";
import { toOtherWays } from "../request/app_providers.ts";
import type { Context } from "../request/context.ts";
import { createReference } from "../request/diagnosis/reference.ts";
import { randomText } from "../crypto/random.ts";
import {
  errorTexts,
  findErrorText,
  toPublicCode,
} from "../errors/error_sentences.ts";
import type { ErrorKind, ErrorRow } from "../errors/error_table.ts";
import {
  AuthError,
  toAuthError,
  toPublicType,
  toRow,
  UnknownPasswordHash,
} from "../errors/errors.ts";
import type { Log } from "../runtime/log.ts";
import type { Outcome } from "../request/outcome.ts";
import { NO_STORE, SAFE } from "../http/headers.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import { present } from "./present.ts";
import type { Reply } from "./answer.ts";
import { toForm } from "./retry_form.ts";
import type { Incoming } from "../request/request_head.ts";
import { withQuery } from "../http/redirects.ts";
import { toOwnPage } from "../request/redirect_target.ts";
import { acceptsHtml, readWants } from "../request/client.ts";
import { readClock } from "../runtime/clock.ts";
import { countLine } from "../storage/line_counts.ts";

/**
 * Turns a thrown error into an outcome: logs it under a reference, and shows it
 * as its row of the error table says. For auth routes, this is the only place
 * that does.
 */
export async function recover(
  thrown: unknown,
  ctx: Context,
): Promise<Outcome> {
  const error = toAuthError(thrown) ??
    new AuthError("An unexpected error.", { cause: thrown });
  const row = toRow(error);
  const ref = await createReference(ctx, error);
  const kind = toKind(ctx, row);
  const isShown = kind !== "signIn" || readWants(ctx.request) === "json";
  const { effects: { log }, settings: { key } } = ctx;
  reportError({ log, key, isShown }, error, ref);
  const decision = { error, ref };
  if (kind === "direct") {
    const page = toModel(ctx, error, ref);
    return { ...decision, kind: "page", status: row.status, page, cookies: [] };
  }
  const url = withQuery(toPage(ctx, kind, error), {
    error: toPublicType(error),
    code: toPublicCode(error),
    ...(kind === "signIn" ? toRetry(ctx, error) : {
      ref,
      provider: findLimited(ctx, error)?.id ?? null,
      callbackUrl: error.target ?? null,
    }),
  });
  const cookies = kind === "signIn" ? await keepForm(ctx) : [];
  return { ...decision, kind: "redirect", url, cookies };
}

/** The page that answers this request. */
function toModel(ctx: Context, error: AuthError, ref: string): ErrorModel {
  const { type, code = null, target: callbackUrl = null } = error;
  return {
    name: "error",
    error: { type, code },
    ref,
    signInUrl: toRow(error).passesSoon
      ? withQuery(toPage(ctx, "signIn"), { callbackUrl })
      : null,
    home: ctx.origin === "null" ? null : `${ctx.origin}/`,
    ways: toOtherWays(ctx, findLimited(ctx, error), {
      // An account is limited after the token of its form was checked.
      csrfToken: ctx.request.form.csrfToken ?? "",
      callbackUrl,
    }),
  };
}

/** Keeps what was typed into a form for the built-in sign-in page, unless a script sent the form and still has it. */
async function keepForm(ctx: Context): Promise<readonly CookieChange[]> {
  return readWants(ctx.request) === "html" && toOwnPage(ctx, "signIn") === null
    ? await keepTyped(ctx)
    : [];
}

/**
 * Returns what the sign-in page needs for another try: the target, and for a
 * form the address that was typed. The built-in page is told the provider, too,
 * and the address that a link proved.
 */
function toRetry(
  ctx: Context,
  error: AuthError,
): Readonly<Record<string, string | null>> {
  const { target, email } = error;
  const callbackUrl = target ?? null;
  const { provider } = ctx;
  const name = toForm(ctx, error);
  const hasForm = provider?.type === "email" ||
    provider?.type === "credentials";
  if (!hasForm && name !== "signUp" && name !== "reset") {
    return { callbackUrl };
  }
  const typed = findTyped(ctx);
  const remember = isTicked(ctx) ? "on" : null;
  return toOwnPage(ctx, name) === null
    ? {
      callbackUrl,
      provider: provider?.id ?? null,
      email: email ?? typed,
      remember,
    }
    : { callbackUrl, email: typed, remember };
}

/**
 * The address that was typed into the form. Any other text may be a password in
 * the wrong field, which must not get into a URL.
 */
function findTyped({ provider, request: { form } }: Context): string | null {
  const field = provider?.type === "credentials"
    ? provider.accountField
    : "email";
  const { [field ?? ""]: typed = "" } = form;
  return typed.includes("@") && typed.length <= MAX_ADDRESS ? typed : null;
}

/** Characters of an address (RFC 5321 section 4.5.3.1). */
const MAX_ADDRESS = 320;

/**
 * Returns the provider with too many attempts; null if it is not an account
 * that is limited.
 */
function findLimited(
  { provider }: Context,
  { type, code }: AuthError,
): ResolvedProvider | null {
  return type === "RateLimited" && code !== "callback" ? provider : null;
}

/** Where an error is logged, and whether somebody may ask for the line. */
export interface Report {
  readonly log: Log;
  /** The key of the settings: lines are counted for each configuration. */
  readonly key: string;
  /** Whether the answer shows the reference. */
  readonly isShown: boolean;
}

/** Lines about visitors' errors of one type that a minute may have. */
const MAX_LINES = 10;
const MORE = " The rest of this minute has no further line of this type.";

/** Logs an error for the operator, at the level it deserves. */
export function reportError(
  { log, key, isShown }: Report,
  error: AuthError,
  ref: string = randomText(6),
): void {
  const { type, message, code, shown } = error;
  const row = toRow(error);
  // Cancelling a sign-in is not a failure.
  const isQuiet = code === "access_denied" ||
    row.log !== "error" && !(error instanceof UnknownPasswordHash);
  if (!isQuiet) return log.error(error, ref, toHint);
  const hint = toHint(error);
  if (log.isVerbose || row.log !== "warn" && !isShown) {
    return log.debug(`${type}: ${message}`, { ref, hint });
  }
  // Visitors and robots must not be able to fill the log.
  const count = countLine(`${type} ${key}`, readClock());
  if (count > MAX_LINES) return;
  const last = count === MAX_LINES ? MORE : "";
  const line = [`ref ${ref}: ${message}`, hint].filter((one) => one).join(" ");
  log.warn(type, line + last, [ref, ...shown ?? []]);
}

/** Returns the hint for the operator. */
function toHint(error: AuthError): string | undefined {
  return findErrorText(error).hint ?? toRow(error).hint;
}

/** The pages with a form to begin with. */
const ASKING: readonly string[] = ["signin", "signup", "reset"];

/** Never redirects to the page that failed: that would be a redirect loop. */
function toKind(ctx: Context, row: ErrorRow): ErrorKind {
  const { action, method } = ctx.request;
  // A script gets the URL of the page, and does not follow it by itself.
  if (readWants(ctx.request) === "url" && ctx.origin !== "null") {
    return row.kind === "direct" ? "error" : row.kind;
  }
  const isPage = action === "error" ||
    ASKING.includes(action) && method !== "POST";
  return isPage ? "direct" : row.kind;
}

function toPage(
  ctx: Context,
  kind: "signIn" | "error",
  error: AuthError | null = null,
): string {
  const name = kind === "signIn" ? toForm(ctx, error) : kind;
  return toOwnPage(ctx, name) ?? ctx.url(name.toLowerCase());
}

/**
 * Returns the answer for a configuration that cannot be resolved: without
 * settings there is no page of the application to redirect to.
 */
export async function toMisconfigured(
  incoming: Incoming,
  ref: string,
): Promise<Reply> {
  const answer = acceptsHtml(incoming)
    ? await toErrorAnswer(incoming, ref)
    : toJsonAnswer(ref);
  return {
    ...answer,
    headers: [...NO_STORE, ...SAFE, ...answer.headers],
    cookies: [],
  };
}

async function toErrorAnswer(incoming: Incoming, ref: string) {
  const error = { type: "Configuration", code: null };
  const page = { name: "error", error, ref, signInUrl: null } as const;
  const acceptLanguage = incoming.header("accept-language");
  const unknown = { settings: null, origin: null };
  return await present(page, 500, { ...unknown, acceptLanguage });
}

function toJsonAnswer(ref: string) {
  const error = "Configuration";
  const message = errorTexts[error].sentence;
  const json = { error, code: null, message, ref };
  return { status: 500, headers: [], body: { json } };
}
