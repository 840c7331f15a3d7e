import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import {
  AccessDenied,
  AdapterError,
  CallbackRouteError,
} from "../../errors/errors.ts";
import { toClaimedAddress } from "../../model/email_address.ts";
import type { Identity, ResolvedProvider } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { AdapterTimeout } from "../../storage/adapter_calls.ts";
import type { Linked } from "../linked.ts";

/**
 * Finds the stored user that a password proved, or that the application's code
 * named: by id alone if the provider says so (`storedUsers`), else by both id
 * and address. An id alone identifies no user: the "7" of a directory need not
 * be the "7" of the database.
 *
 * @throws AccessDenied if the user of a password is gone; CallbackRouteError if the id names a stored user whose address is
 * another one, and if it has to name one and does not
 */
export async function findHostUser(
  ctx: Context,
  provider: ResolvedProvider,
  identity: Identity,
): Promise<Linked | null> {
  if (provider.type !== "credentials") return null;
  const { id: where, stored, storedUsers } = provider;
  if (stored !== null) return await findAgain(ctx, identity);
  const id = identity.user.id ?? "";
  if (storedUsers === true) {
    const user = await toAdapter(ctx).getUser(id);
    if (user?.id === id) return { user, isNewUser: false };
    throw new CallbackRouteError(
      `The authorize callback of provider "${where}" returned an id that no stored user has, although \`storedUsers\` is true: return the id of a user of the adapter, or null to refuse the sign-in.`,
    );
  }
  const named = await findByIdAndAddress(ctx, identity);
  if (named !== null) return { user: named, isNewUser: false };
  if (storedUsers === false) return null;
  const owner = await toAdapter(ctx).getUserByAccount(identity.account);
  // A second, empty user would sign in.
  if (owner === null && await isStored(ctx, id)) {
    throw new CallbackRouteError(
      `The authorize callback of provider "${where}" returned the id of a stored user with another address or none, so it is not clear whether that user is meant. If it is, return the stored \`email\`, too, or set \`storedUsers: true\` in the provider's options: then the id alone decides. If its ids are not the adapter's, set \`storedUsers: false\`.`,
    );
  }
  return null;
}

/** Reads a user anew, who may have been deleted since the proof. */
async function findAgain(ctx: Context, { owner }: Identity): Promise<Linked> {
  const user = owner && await toAdapter(ctx).getUser(owner.id);
  if (user) return { user, isNewUser: false };
  throw new AccessDenied("The user has just been removed.");
}

/** Finds by address first, because not every database accepts any text as an id. */
async function findByIdAndAddress(
  ctx: Context,
  { user: { id, email } }: Identity,
): Promise<AdapterUser | null> {
  const written = email?.trim() ?? "";
  const address = toClaimedAddress(written);
  for (const spelling of new Set([written, address])) {
    if (!spelling) continue;
    const user = await toAdapter(ctx).getUserByEmail(spelling);
    if (user === null || user.id !== id) continue;
    const isSame = user.email === written ||
      address !== null && toClaimedAddress(user.email) === address;
    if (isSame) return user;
  }
  return null;
}

async function isStored(ctx: Context, id: string): Promise<boolean> {
  try {
    return (await toAdapter(ctx).getUser(id))?.id === id;
  } catch (error) {
    // A database that refuses the text as an id has no such user.
    if (error instanceof AdapterTimeout) throw error;
    if (error instanceof AdapterError) return false;
    throw error;
  }
}
