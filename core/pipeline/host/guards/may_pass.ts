import type { Session } from "../../../model/model.ts";
import type { RequireOptions } from "./options.ts";

/** Whether the role and the function of a guard let a session pass. */
export async function mayPass<S>(
  session: Session,
  { role, when }: RequireOptions<S>,
): Promise<boolean> {
  if (role !== undefined) {
    const user = session.user as { role?: unknown; roles?: unknown };
    const has = [user.role, user.roles].flat();
    // A role must be a non-empty string: an unset variable must not match a
    // user without a role.
    const isFit = (one: unknown) =>
      typeof one === "string" && one !== "" && has.includes(one);
    if (![role].flat().some(isFit)) return false;
  }
  // This is the session callback's own type, which only the compiler knows.
  return when === undefined || await when(session as S) === true;
}
