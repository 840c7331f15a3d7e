import { findPasswords } from "../../../../accounts/address/passwords.ts";
import { countLeft } from "../../../../accounts/factors/factors.ts";
import {
  keepsFactors,
  readFactors,
} from "../../../../accounts/factors/stored_factors.ts";
import { readPasskeysOf } from "../../../../accounts/passkeys.ts";
import type { Settings } from "../../../../config/settings.ts";
import { ConfigurationError } from "../../../../errors/errors.ts";
import type { AdapterUser } from "../../../../model/adapter.ts";
import { toClaimedAddress } from "../../../../model/email_address.ts";
import {
  createProviderContext,
  createSessionContext,
  type SessionContext,
} from "../../../../request/context.ts";
import { readHead } from "../../../../request/request_head.ts";
import { readClock } from "../../../../runtime/clock.ts";
import { readSessionsOf } from "../../../../session/rows/list.ts";
import { toAdapter } from "../../../../session/rows/row.ts";
import type { DeskReads, DeskUser } from "./user_desk.ts";

/** Creates the functions that read. */
export function createReads(settings: Settings): DeskReads {
  const adapter = toAdapter(createProviderContext(settings, readClock()));
  return {
    findById: async (id) => {
      const found = await adapter.getUser(id);
      // A database that compares numbers may find another user.
      return found?.id === id ? toUser(found) : null;
    },
    findByEmail: async (email) => {
      const address = toClaimedAddress(email);
      if (address === null) return null;
      const found = await adapter.getUserByEmail(address);
      return found !== null && toClaimedAddress(found.email) === address
        ? toUser(found)
        : null;
    },
    listAccounts: async (id) => {
      if (!adapter.has("listAccountsByUserId")) return null;
      const accounts = await adapter.listAccountsByUserId(id);
      return accounts.map(({ provider, type, providerAccountId }) => ({
        ...{ provider, type, providerAccountId },
      }));
    },
    listPasswords: async (id) => {
      const user = await adapter.getUser(id);
      return user && await findPasswords(toContext(settings), user) || [];
    },
    listPasskeys: async (id) =>
      adapter.has("listAuthenticatorsByUserId")
        ? await readPasskeysOf(toContext(settings), id)
        : null,
    listFactors: (id) => listFactors(settings, id),
    listSessions: (id) => listSessions(settings, id),
  };
}

/** Returns a context in which no browser asks. */
export function toContext(settings: Settings): SessionContext {
  const { origin } = settings;
  const incoming = {
    origin: () => origin ?? "http://localhost",
    header: () => null,
  };
  return createSessionContext(
    settings,
    readHead(incoming, settings),
    readClock(),
  );
}

function toUser({ id, name, email, emailVerified }: AdapterUser): DeskUser {
  return { id, name: name ?? null, email: email ?? null, emailVerified };
}

async function listFactors(
  settings: Settings,
  id: string,
): ReturnType<DeskReads["listFactors"]> {
  const ctx = createProviderContext(settings, readClock());
  if (!keepsFactors(ctx)) return null;
  let factors;
  try {
    factors = await readFactors(ctx, id);
  } catch (error) {
    if (error instanceof ConfigurationError) return "sealed";
    throw error;
  }
  return {
    totp: factors.apps.map(({ id, name, created }) => ({
      ...{ id, name, createdAt: new Date(created) },
    })),
    recoveryCodesLeft: countLeft(factors),
    browsers: factors.browsers.length,
  };
}

async function listSessions(
  settings: Settings,
  id: string,
): ReturnType<DeskReads["listSessions"]> {
  const ctx = toContext(settings);
  const adapter = toAdapter(ctx);
  const canList = settings.strategy === "database" && adapter.hashesTokens &&
    adapter.has("listSessionsByUserId");
  const user = canList ? await adapter.getUser(id) : null;
  if (user === null) return canList ? [] : null;
  const reader = { key: "", started: null, user };
  return (await readSessionsOf(ctx, reader)).map((
    { current: _, ...session },
  ) => session);
}
