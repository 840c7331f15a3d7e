import type { Adapter } from "../../core/model/adapter.ts";
import type { Tables } from "./sessions.ts";

/** The methods for secrets of users. */
export function createSecretMethods(
  { users, secrets }: Tables,
): Pick<Required<Adapter>, "getSecret" | "replaceSecret"> {
  const toName = (...parts: readonly string[]) => JSON.stringify(parts);
  return {
    getSecret: (userId, kind) =>
      secrets.get(toName(userId, kind))?.text ?? null,
    replaceSecret: ({ userId, kind, before, after }) => {
      const name = toName(userId, kind);
      const known = secrets.get(name)?.text ?? null;
      if (!users.has(userId) || known !== before) return false;
      if (after === null) secrets.delete(name);
      else secrets.set(name, { userId, text: after });
      return true;
    },
  };
}
