import { removePasskeyFor } from "../../../../accounts/passkeys.ts";
import { loadAudit } from "../../../../audit/load_audit.ts";
import type { AuthConfig } from "../../../../config/config.ts";
import type { Settings } from "../../../../config/settings.ts";
import { ConfigurationError } from "../../../../errors/errors.ts";
import { tellRemoved } from "../../../../methods/passkey/tell.ts";
import type { AuditRecord } from "../../../../model/audit_record.ts";
import { createProviderContext } from "../../../../request/context.ts";
import { readClock } from "../../../../runtime/clock.ts";
import { isMemoryStore } from "../../../../storage/memory_store.ts";
import { revokeSessions } from "../account_management.ts";
import { endAfterRemoval, resetFactors } from "../reset_factors.ts";
import type { DeskActs } from "./user_desk.ts";
import { toContext } from "./reads.ts";

/** Creates the functions that change something. */
export function createActs(settings: Settings, config: AuthConfig): DeskActs {
  const mails: Promise<void>[] = [];
  const waitUntil = (sent: Promise<void>) => void mails.push(sent);
  const removal = async (work: () => Promise<void>) => {
    assertShared(settings);
    await assertRecorded(settings);
    await work();
  };
  return {
    endSessions: async (user, session) => {
      assertShared(settings);
      await revokeSessions(
        config,
        session === undefined ? { user } : { session },
      );
    },
    removeFactors: (id) =>
      removal(() => resetFactors(config, id, { waitUntil })),
    removeTotp: (id, app) =>
      removal(() => resetFactors(config, id, { app, waitUntil })),
    removePasskey: (id, credentialID) =>
      removal(async () => {
        await removePasskeyFor(toContext(settings), id, { credentialID });
        // The link of the mail leads to a configured origin only.
        const ctx = createProviderContext(settings, readClock());
        const teller = { ...ctx, waitUntil };
        await endAfterRemoval(
          ctx,
          id,
          () => tellRemoved(teller, id, credentialID),
        );
      }),
    settle: async () => {
      const lost = await drainTrail(settings);
      await Promise.all(mails);
      return lost;
    },
  };
}

/**
 * Asserts that the processes of the application learn what ends here. Without
 * marks in a store that they read, sessions in cookies go on, a sign-in or a
 * rotation in progress stores a row again, and remembered browsers still skip
 * the second factor.
 *
 * @throws ConfigurationError
 */
function assertShared({ config }: Settings): void {
  if (config.store && !isMemoryStore(config.store)) return;
  throw new ConfigurationError([
    "Without a `store` that all processes share, the application would not learn what this one ends. Configure one that is not in memory, or call `revoke` or `resetFactors` in the application itself.",
  ]);
}

/**
 * Asserts that the audit trail takes a record, if it has to be complete.
 *
 * @throws StoreError
 */
async function assertRecorded({ audit, log }: Settings): Promise<void> {
  if (audit?.refuses !== true) return;
  await (await loadAudit()).assertUp({ audit, log });
}

/** Writes the records that wait; returns those that the sink does not take. */
async function drainTrail(
  { audit, log }: Settings,
): Promise<readonly AuditRecord[]> {
  if (audit === null) return [];
  return await (await loadAudit()).drain({ audit, log });
}
