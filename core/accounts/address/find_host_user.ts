import type { Context } from "../../request/context.ts";
import { toClaimedAddress } from "../../model/email_address.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import type { Linked } from "../link.ts";

/**
 * Finds the stored user that the application's code named, by both id and
 * address. An id alone identifies no user: the "7" of a directory need not be
 * the "7" of the database. The lookup is by address, because not every database
 * accepts any text as an id.
 */
export async function findHostUser(
  ctx: Context,
  { user: { id, email }, credentials }: Identity,
): Promise<Linked | null> {
  if (credentials === undefined) return null;
  const written = email?.trim() ?? "";
  const address = toClaimedAddress(written);
  for (const spelling of new Set([written, address])) {
    if (!spelling) continue;
    const user = await toAdapter(ctx).getUserByEmail(spelling);
    if (user === null || user.id !== id) continue;
    const isSame = user.email === written ||
      address !== null && toClaimedAddress(user.email) === address;
    if (isSame) return { user, isNewUser: false };
  }
  return null;
}
