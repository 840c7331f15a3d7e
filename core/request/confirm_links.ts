import type { ErrorModel } from "../config/pages/page_models.ts";
import { withQuery } from "../http/redirects.ts";
import type { Context } from "./context.ts";

/** The URLs of an error page for the next step. */
type Links = Required<
  Pick<ErrorModel, "signInUrl" | "anotherUrl" | "signOutUrl">
>;

/**
 * Returns the next steps of a user who could not prove their identity again: to
 * try once more, to use another account on purpose, or to sign out.
 */
export function toConfirmLinks(
  url: Context["url"],
  callbackUrl: string | null,
): Links {
  const error = "InsufficientAuthentication";
  return {
    signInUrl: withQuery(url("signin"), { error, callbackUrl }),
    anotherUrl: withQuery(url("signin"), { another: "1", callbackUrl }),
    signOutUrl: withQuery(url("signout"), { callbackUrl }),
  };
}
