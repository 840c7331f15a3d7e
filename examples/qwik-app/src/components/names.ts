import type { Session } from "@latchkey/auth/component";

export function displayName({ user }: Session): string {
  return user?.name || user?.email || "friend";
}

export function initials(name: string): string {
  const words = name.split(/\s+/).slice(0, 2);
  return words.map((word) => word.charAt(0).toUpperCase()).join("");
}
