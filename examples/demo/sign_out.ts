import { logoutPage, messagePage, onwardPage } from "./login_page.ts";

/** The parts of the engine's context that a sign-out needs. */
export interface SignOutContext {
  type: string;
  body: string;
  readonly oidc: {
    readonly session: { readonly accountId?: string };
    readonly entities: {
      readonly IdTokenHint?: { readonly payload: { readonly sub?: string } };
    };
  };
}

/**
 * Signing out at the provider: applications can ask for it (OpenID Connect
 * RP-Initiated Logout), and hear of it (Back-Channel Logout).
 */
export const signOutFeatures = {
  backchannelLogout: { enabled: true },
  rpInitiatedLogout: {
    logoutSource: (ctx: SignOutContext, form: string) =>
      show(ctx, isAskedByOwnApp(ctx) ? onwardPage(form) : logoutPage(form)),
    postLogoutSuccessSource: (ctx: SignOutContext) =>
      show(
        ctx,
        messagePage("Signed out", "You’re signed out of Demo Provider."),
      ),
  },
};

/**
 * Whether an application proves by an ID token of this user that they signed in
 * there. Anything else may be a link on any site, so the user is asked.
 */
function isAskedByOwnApp({ oidc }: SignOutContext): boolean {
  const sub = oidc.entities.IdTokenHint?.payload.sub;
  return sub !== undefined && sub === oidc.session.accountId;
}

/** Answers with a page. */
export function show(
  ctx: { type: string; body: string },
  html: string,
): void {
  ctx.type = "html";
  ctx.body = html;
}
