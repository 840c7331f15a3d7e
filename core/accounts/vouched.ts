import type { Context } from "../context.ts";
import type { Identity } from "../provider.ts";
import { toAdapter } from "../session/row.ts";
import type { Linked } from "./link.ts";

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
  const address = email?.trim() ?? "";
  for (const spelling of new Set([address, address.toLowerCase()])) {
    if (spelling === "") continue;
    const user = await toAdapter(ctx).getUserByEmail(spelling);
    const isSame = user?.id === id &&
      user?.email?.trim().toLowerCase() === address.toLowerCase();
    if (user !== null && isSame) return { user, isNewUser: false };
  }
  return null;
}
