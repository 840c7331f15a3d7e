/**
 * What only applications with an adapter need, in one part: users, accounts,
 * database sessions.
 *
 * @module
 */

export { toStoredIdentity } from "./account_key.ts";
export { databaseStrategy } from "../session/database.ts";
export { endSessions } from "../session/end_sessions.ts";
export { toAdapter } from "../session/row.ts";
export { readSessionList } from "../session/list.ts";
export { inspectAddress, toAddressRefusal } from "./address_facts.ts";
export { findOwner } from "./facts.ts";
export { linkIdentity } from "./link.ts";
export { unlinkAccount } from "./unlink.ts";
export {
  confirmAddress,
  findPresentUser,
  isAddressOf,
  verifyAddress,
} from "./verify_address.ts";
export { findVouched } from "./vouched.ts";
