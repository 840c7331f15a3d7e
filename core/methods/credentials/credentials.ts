import type { Context } from "../../request/context.ts";
import type { ResolvedCredentials } from "../../providers/credentials_provider.ts";
import { pickCredentials } from "../../providers/typed_credentials.ts";
import { CallbackRouteError, CredentialsSignin } from "../../errors/errors.ts";
import type { User } from "../../model/model.ts";
import { readId, toIdProblem } from "../../model/user_id.ts";
import type { Identity } from "../../providers/provider.ts";
import { toWebRequest } from "../../request/original_request.ts";
import { callHost } from "../../runtime/timeout.ts";

/**
 * Calls the application's `authorize`: the one place where credentials are
 * checked and rejected.
 *
 * @throws CredentialsSignin if they are wrong, CallbackRouteError if the code
 * failed, or an AuthError that it threw
 */
export async function proveCredentials(
  ctx: Context,
  provider: ResolvedCredentials,
): Promise<Identity> {
  const found = await askHost(ctx, provider);
  if (!found) {
    throw new CredentialsSignin("The authorize callback returned no user.");
  }
  const id = toId(provider, found);
  // Fields that the application declares on `User` come from its authorize callback.
  const user = { ...found, id } as User;
  const account = {
    provider: provider.id,
    providerAccountId: id,
    type: provider.type,
  };
  return {
    user,
    account,
    credentials: pickCredentials(provider, ctx.request.form),
    subject: ["provider", provider.id, id],
  };
}

async function askHost(
  ctx: Context,
  provider: ResolvedCredentials,
): Promise<User | null | undefined> {
  const { id } = provider;
  const credentials = pickCredentials(provider, ctx.request.form);
  return await callHost(
    { name: "authorize", provider: id, failure: CallbackRouteError },
    () => provider.authorize(credentials, toWebRequest(ctx)),
  );
}

function toId({ id: provider }: ResolvedCredentials, user: User): string {
  const id = readId(user.id);
  if (id !== null) return id;
  // Never a random id: that would be a different user at each sign-in.
  throw new CallbackRouteError(
    `The authorize callback of provider "${provider}" returned a user without a usable id: return \`id\`, a string that identifies this user in your application, or null to refuse the sign-in. About the id: ${
      toIdProblem(user.id)
    }.`,
  );
}
