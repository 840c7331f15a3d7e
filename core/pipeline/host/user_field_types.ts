import type { Session, SessionUser } from "../../model/model.ts";
import type {
  SessionFieldValues,
  UserFieldChanges,
} from "../../model/user_fields.ts";

/** A session whose user has the fields that a configuration declares. */
export type SessionWith<F> = Omit<Session, "user"> & {
  /** The current user. */
  user?: (SessionUser & SessionFieldValues<F>) | undefined;
};

/** The fields that `updateUser` can change: those that a configuration declares. */
export type UserFieldsOf<C> = C extends { user: { fields: infer F } }
  ? UserFieldChanges<F>
  : C extends (...args: never[]) => infer R ? UserFieldsOf<Awaited<R>>
  : Readonly<Record<string, unknown>>;
