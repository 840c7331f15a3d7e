/**
 * The account code, for applications with an adapter: users, accounts and lists
 * of sessions.
 *
 * @module
 */

export { toStoredIdentity } from "./identity/account_key.ts";
export { moveFormerAccount } from "./identity/former_account.ts";
export { endSessions } from "../session/revocation/end_sessions.ts";
export { toAdapter } from "../session/rows/row.ts";
export { readSessionList } from "../session/rows/list.ts";
export { readSessionPage } from "../session/rows/list_page.ts";
export { inspectAddress, toAddressRefusal } from "./address/address_facts.ts";
export { listConfirmWays } from "./confirm_ways.ts";
export { findOwner } from "./facts.ts";
export { linkIdentity } from "./link.ts";
export { unlinkAccount } from "./unlink.ts";
export {
  confirmAddress,
  findPresentUser,
  isAddressOf,
  verifyAddress,
} from "./address/verify_address.ts";
export { findHostUser } from "./address/find_host_user.ts";
