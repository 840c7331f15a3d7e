import type { Context } from "../../request/context.ts";
import { toClaimedAddress } from "../../model/email_address.ts";
import type { Identity } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import type { Linked } from "../link.ts";

/**
 * The stored user that code of the host's named, by both the id and the address.
 * An id alone names nobody: what a directory calls "7" need not be whom the
 * database calls "7". Looked for by the address, because not every database
 * takes any text for an id.
 */
export async function findVouched(
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
