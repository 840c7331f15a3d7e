import type { Session } from "@latchkey/auth/component";

export interface Address {
  street: string;
  city: string;
}

/** Replace this with your own table: addresses by the user's id. */
const addresses = new Map<string, Address>();

export function findAddress(session: Session | null): Address | null {
  return addresses.get(session?.user?.id ?? "") ?? null;
}

/** Saves the form, which may have been sent by any program. */
export function saveAddress(
  session: Session | null,
  form: Record<string, unknown>,
): void {
  const read = (name: string) => String(form[name] ?? "").slice(0, 200);
  const address = { street: read("street"), city: read("city") };
  addresses.set(session?.user?.id ?? "", address);
}
