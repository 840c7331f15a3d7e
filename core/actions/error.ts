import { toOtherWays } from "../request/app_providers.ts";
import type { Context } from "../request/context.ts";
import { errorTable, findErrorRow } from "../errors/error_table.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import { loadLanguage } from "../pages/page_language.ts";
import { toMessage } from "../request/page_words.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import { withQuery } from "../http/redirects.ts";
import { readSafeCallbackUrl, toOwnPage } from "../request/redirect_target.ts";

/** `GET /error`: says what went wrong. Anybody can write its parameters, so only known words count. */
export async function errorPage(ctx: Context): Promise<Outcome> {
  const { query } = ctx.request;
  const error = query.get("error");
  const code = query.get("code");
  const ref = query.get("ref") ?? "";
  const callbackUrl = readSafeCallbackUrl(ctx);
  const own = toOwnPage(ctx, "error");
  if (own !== null) {
    return redirect(
      withQuery(own, { error, code, ref: ref || null, callbackUrl }),
    );
  }
  const known = findErrorRow(error);
  const row = known ?? errorTable.AuthError;
  const language = await loadLanguage(ctx.request.acceptLanguage);
  const { words } = language;
  return {
    kind: "page",
    page: {
      name: "error",
      language,
      message: toMessage(words, error, code) ?? words.errors.Configuration,
      ref: isRef(ref) ? ref : null,
      signInUrl: row.status < 500 && error !== "LastAccount"
        ? ctx.url("signin")
        : null,
      home: callbackUrl ?? `${ctx.origin}/`,
      ways: toOtherWays(ctx, findLimited(ctx, error)),
    },
    // A word that somebody made up is no error of the server.
    status: known?.status ?? 200,
    cookies: [],
  };
}

/** The provider that somebody tried too often, as the URL says. */
function findLimited(
  { request: { query }, settings: { providers } }: Context,
  error: string | null,
): ResolvedProvider | null {
  return error === "RateLimited"
    ? providers.get(query.get("provider") ?? "") ?? null
    : null;
}

/** The form of our references; anything else is somebody's text. */
function isRef(text: string): boolean {
  return /^[A-Za-z0-9_-]{8}$/.test(text);
}
