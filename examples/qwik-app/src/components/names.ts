import type { Session } from "@latchkey/auth/component";

/** The name of the provider, as its buttons say it. */
export const providerName = "Demo Provider";

export function displayName({ user }: Session): string {
  return user?.name || user?.email || "friend";
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => [...word][0]?.toUpperCase() ?? "").join("");
}
