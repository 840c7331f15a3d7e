import { toOtherWays } from "../request/app_providers.ts";
import type { OtherWays } from "../config/pages/page_models.ts";
import type { CookieChange } from "../http/cookies.ts";
import { readCsrfToken } from "../session/csrf.ts";
import type { Context } from "../request/context.ts";
import { errorTable, findErrorRow } from "../errors/error_table.ts";
import { isReference } from "../request/diagnosis/diagnosis.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import type { ResolvedProvider } from "../providers/provider.ts";
import { withQuery } from "../http/redirects.ts";
import { toConfirmLinks } from "../request/confirm_links.ts";
import { readSafeCallbackUrl, toOwnPage } from "../request/redirect_target.ts";

/** `GET /error`: shows an error. Its parameters are untrusted, so only known values are used. */
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
  const { ways, cookies } = await readOtherWays(ctx, error, callbackUrl);
  return {
    kind: "page",
    page: {
      name: "error",
      error: { type: known === null ? null : error, code },
      ref: isReference(ref) ? ref : null,
      // Another try keeps the target.
      signInUrl: (row.status < 500 || row.isOutage) && !row.leadsBack
        ? withQuery(ctx.url("signin"), {
          // The account that was refused may be signed in.
          another: error === "AccessDenied" ? "1" : null,
          callbackUrl,
        })
        : null,
      ...(error === "InsufficientAuthentication"
        ? toConfirmLinks(ctx.url, callbackUrl)
        : {}),
      home: row.leadsBack && callbackUrl || `${ctx.origin}/`,
      ways,
    },
    // An unknown error name in the URL is not a server error.
    status: known?.status ?? 200,
    cookies,
  };
}

/** The other ways to sign in after too many attempts, with the token for their forms. */
async function readOtherWays(
  ctx: Context,
  error: string | null,
  callbackUrl: string | null,
): Promise<{ ways: OtherWays | null; cookies: readonly CookieChange[] }> {
  const limited = findLimited(ctx, error);
  if (limited === null) return { ways: null, cookies: [] };
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const ways = toOtherWays(ctx, limited, { csrfToken, callbackUrl });
  return { ways, cookies };
}

/** The provider that was rate-limited, according to the URL. */
function findLimited(
  { request: { query }, settings: { providers } }: Context,
  error: string | null,
): ResolvedProvider | null {
  return error === "RateLimited"
    ? providers.get(query.get("provider") ?? "") ?? null
    : null;
}
