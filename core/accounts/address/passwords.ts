import type { AdapterUser } from "../../model/adapter.ts";
import type { SessionContext } from "../../request/context.ts";
import type {
  Passwords,
  ResolvedCredentials,
} from "../../providers/credentials_provider.ts";
import { AdapterError, CallbackRouteError } from "../../errors/errors.ts";
import type { Awaitable } from "../../model/model.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { waitForHost } from "../../runtime/timeout.ts";

/** Limit of tries to remove a password that is being changed. */
const MAX_ROUNDS = 5;

type Way = Pick<ResolvedCredentials, "id" | "passwords" | "stored">;

/** Lists the credentials providers of this application. */
function listCredentials({ settings }: SessionContext): readonly Way[] {
  return [...settings.providers.values()]
    .filter((one) => one.type === "credentials");
}

/**
 * Lists ids of the credentials providers whose passwords the library can
 * neither find nor remove.
 */
export function listUnknownPasswords(ctx: SessionContext): readonly string[] {
  return listCredentials(ctx)
    .filter(({ passwords, stored }) => passwords === null && stored === null)
    .map(({ id }) => id);
}

/**
 * Lists ids of the credentials providers where this user has a password,
 * according to the application.
 *
 * @throws CallbackRouteError if the application's function fails
 */
export async function findPasswords(
  ctx: SessionContext,
  user: AdapterUser,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { id, passwords, stored } of listCredentials(ctx)) {
    if (stored !== null && await readPassword(ctx, user) !== null) {
      found.push(id);
    }
    if (passwords === null) continue;
    const answer = await ask(id, "exists", () => passwords.exists(user));
    if (typeof answer !== "boolean") {
      throw new CallbackRouteError(
        `\`passwords.exists\` of provider "${id}" must return true or false.`,
      );
    }
    if (answer) found.push(id);
  }
  return found;
}

/**
 * Removes the passwords of a user.
 *
 * @param ids of credentials providers
 * @throws CallbackRouteError if the application's function fails
 */
export async function removePasswords(
  ctx: SessionContext,
  user: AdapterUser,
  ids: readonly string[],
): Promise<void> {
  for (const { id, passwords, stored } of listCredentials(ctx)) {
    if (!ids.includes(id)) continue;
    if (stored !== null) await removeStored(ctx, user);
    if (passwords === null) continue;
    await ask(id, "remove", () => passwords.remove(user));
  }
}

/** Reads the hash of the password that the adapter stores; null: none. */
async function readPassword(
  ctx: SessionContext,
  { id }: AdapterUser,
): Promise<string | null> {
  return await toAdapter(ctx).getSecret(id, "password");
}

/**
 * Removes the password that the adapter stores, and one that replaces it
 * meanwhile.
 *
 * @throws AdapterError if there is one each time
 */
async function removeStored(
  ctx: SessionContext,
  user: AdapterUser,
): Promise<void> {
  const change = { userId: user.id, kind: "password", after: null } as const;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = await readPassword(ctx, user);
    if (before === null) return;
    if (await toAdapter(ctx).replaceSecret({ ...change, before })) return;
  }
  throw new AdapterError(
    "The adapter's replaceSecret did not remove a password.",
  );
}

async function ask<T>(
  provider: string,
  name: keyof Passwords,
  call: () => Awaitable<T>,
): Promise<T> {
  try {
    return await waitForHost(call(), `passwords.${name}`);
  } catch (error) {
    throw new CallbackRouteError(
      `\`passwords.${name}\` of provider "${provider}" threw.`,
      { cause: error },
    );
  }
}
