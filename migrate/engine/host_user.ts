import { SessionError } from "../../core/errors/auth_error.ts";
import type { Awaitable } from "../../core/model/model.ts";
import { callHost } from "../../core/runtime/timeout.ts";
import type { OldSession, Opened } from "./bridge.ts";

/** A user, as the application reads it from a session of another library. */
export interface OldUser {
  /** The user's id in the application's own tables. A number becomes text. */
  readonly id: string | number;
  /** The name to show. */
  readonly name?: string | null | undefined;
  /** The email address. */
  readonly email?: string | null | undefined;
  /** The URL of the user's picture. */
  readonly image?: string | null | undefined;
}

/** The application's function that knows which user a session belongs to. */
export interface HostUser {
  /** The function that created the bridge, for messages. */
  readonly bridge: string;
  readonly user: (content: unknown) => Awaitable<OldUser | null | undefined>;
}

type Unnamed = Omit<OldSession, "userId" | "name" | "email" | "image">;

/**
 * Adds the user to a session whose content only the application understands.
 *
 * @throws SessionError if the application's function throws; an AuthError that
 * it throws stays as it is. The engine tells mistakes from outages
 */
export async function addUser(
  session: Unnamed,
  { bridge, user }: HostUser,
): Promise<Opened> {
  const found = await callHost(
    { name: `${bridge} \`user\``, failure: SessionError },
    () => user(session.content),
  ) ?? null;
  if (found === null) return { kind: "visitor" };
  const userId = toUserId(found.id);
  if (userId === null) {
    return {
      kind: "refused",
      reason: "malformed",
      hint:
        `The \`user\` function of \`${bridge}\` returned no id: return null for a visitor who is not signed in.`,
    };
  }
  const { name, email, image } = found;
  const named = {
    userId,
    name: toText(name),
    email: toText(email),
    image: toText(image),
  };
  return { kind: "session", session: { ...session, ...named } };
}

/** Returns an id as text; null for anything that cannot be one. */
export function toUserId(id: unknown): string | null {
  if (typeof id === "number") return Number.isFinite(id) ? String(id) : null;
  return typeof id === "string" && id !== "" ? id : null;
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
