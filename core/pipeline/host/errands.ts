/**
 * Work for the application's pages that is done anew on every call, and may
 * change what was read for the request before.
 *
 * @module
 */

import type { Session } from "../../model/model.ts";
import { askAddress } from "../../request/address.ts";
import { createTokenChanges } from "../../request/context.ts";
import type { SessionContext } from "../../request/context.ts";
import type { SessionUpdate } from "../../session/session_read.ts";
import { readSession, toStrategy } from "../../session/strategy.ts";
import { settleTokens } from "../../vault/settle_tokens.ts";
import { attend, readFacts } from "../attend.ts";
import { takeTurn } from "./current.ts";
import type { HostRequest } from "./host_request.ts";
import { type Visit, visit, type Work } from "./session_access.ts";

/**
 * Updates the session of a request. Later reads in the same request see the new
 * one.
 */
export async function visitUpdate(
  request: HostRequest,
  update: Omit<SessionUpdate, "source">,
): Promise<Visit<Session | null>> {
  return await visitAnew(request, {
    name: "session",
    refused: null,
    changes: true,
    act: async (ctx) => {
      const whole = { ...update, source: "server" } as const;
      // The callback decides what the session shows, so it may not name its user.
      const present = update.rotate ? await toStrategy(ctx).find(ctx) : null;
      const { session, cookies } = await readSession(ctx, whole);
      if (session !== null && present !== null) {
        const { userId } = present;
        await ctx.effects.emit("sessionRotated", { userId });
      }
      return { value: session, cookies };
    },
  });
}

/**
 * Runs work for a request, anew on every call. If it changes the session, later
 * reads in the same request see the new one.
 */
export async function visitAnew<T>(
  request: HostRequest,
  work: Omit<Work<T>, "name"> & Partial<Work<T>>,
): Promise<Visit<T>> {
  const run = () =>
    visit<T>(request, {
      // Two errands at the same time must not get each other's results.
      name: null,
      ...work,
      act: async (visit) => {
        const tokenChanges = createTokenChanges(request.hasBegun);
        const asked = { ...visit, tokenChanges };
        const ctx = work.changes ? await attendPage(request, asked) : asked;
        const done = await work.act(ctx);
        return ctx.settings.tokens?.keep === "cookie"
          ? { ...done, cookies: await settleTokens(ctx, done.cookies) }
          : done;
      },
    });
  return await (work.changes ? takeTurn(request.key, run) : run());
}

/** Prepares a request that may change something for the audit trail. */
async function attendPage(
  { key, incoming }: HostRequest,
  ctx: SessionContext,
): Promise<SessionContext> {
  const { settings } = ctx;
  if (settings.audit === null) return ctx;
  const { address } = askAddress(incoming, settings);
  return await attend(ctx, readFacts(key, incoming, address), false);
}
