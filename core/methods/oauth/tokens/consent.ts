import { ConsentRequired } from "../../../errors/token_errors.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { ProviderContext } from "../../../request/context.ts";
import { toBasePath } from "../../../request/request_head.ts";

/** Scopes that an application needs, and a user has not granted. */
export interface Missing {
  readonly scope: readonly string[];
  /** The id of the account at the provider, if the application named one. */
  readonly account?: string | undefined;
  /** The answer of the provider, if it refused the scopes. */
  readonly cause?: Error | undefined;
}

/** Makes the error for scopes that were not granted, with the form that asks for them. */
export function toConsentRequired(
  { settings, mount = null }: Pick<ProviderContext, "settings" | "mount">,
  { id, source: { connectScopes = [] } }: ResolvedOAuth,
  { scope, account, cause }: Missing,
): ConsentRequired {
  const isListed = scope.length > 0 &&
    scope.every((one) => connectScopes.includes(one));
  const error = new ConsentRequired(
    `The user has not granted ${
      scope.join(" ") || "a scope"
    } at provider "${id}".${
      isListed || scope.length === 0
        ? ""
        : " List it in the provider's `connectScopes`, so that a form can ask for it."
    }`,
    { cause },
  );
  error.scope = scope;
  if (isListed) {
    error.connect = {
      action: `${toBasePath(settings, mount)}/connect/${id}`,
      fields: {
        scope: scope.join(" "),
        ...(account === undefined ? {} : { account }),
      },
    };
  }
  return error;
}
