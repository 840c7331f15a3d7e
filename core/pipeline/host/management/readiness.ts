import { loadAudit } from "../../../audit/load_audit.ts";
import type { ConfigSource } from "../../../config/config.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import type { Settings } from "../../../config/settings.ts";
import { ConfigurationError } from "../../../errors/errors.ts";
import { createProviderContext } from "../../../request/context.ts";
import { readClock } from "../../../runtime/clock.ts";
import { readEnv } from "../../../runtime/env.ts";
import { limitTime } from "../../../runtime/timeout.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { checkSettings } from "../../check_settings.ts";
import { toConfig } from "./account_management.ts";

/** One part of the library's surroundings that was tried. */
export interface ReadinessCheck {
  /** The configuration; the adapter, the store and the sink of the audit trail, if there are any. */
  readonly name: "settings" | "adapter" | "store" | "audit";
  /** Whether it works. */
  readonly ok: boolean;
  /** Milliseconds until it answered. */
  readonly milliseconds: number;
  /** What is wrong, without any detail: the log has those. Null: nothing. */
  readonly problem: "invalid" | "failed" | "timeout" | null;
}

/** Whether everything works that a sign-in needs here. */
export interface Readiness {
  /** Whether every check is. */
  readonly ok: boolean;
  /** What was tried: the settings first. */
  readonly checks: readonly ReadinessCheck[];
}

/** Options of `check`. */
export interface ReadinessOptions {
  /** Seconds that each check may take. Default 2. */
  timeout?: number | undefined;
}

/** Tries what a sign-in needs. It changes nothing, and never throws because of what it tries. */
export async function checkReadiness<R extends object>(
  source: ConfigSource<R>,
  { timeout = 2 }: ReadinessOptions = {},
): Promise<Readiness> {
  const config = toConfig(source, "check");
  const began = readClock();
  let settings: Settings;
  try {
    // Providers that depend on a request are not known here.
    const { providers } = config;
    const fixed = typeof providers === "function" ? [] : providers;
    settings = resolveSettings({ ...config, providers: fixed }, readEnv);
    checkSettings(settings, readEnv);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return toReadiness([toCheck("settings", began, "invalid")]);
  }
  const others = toTries(settings).map(([name, attempt]) =>
    run(settings, { name, attempt, limit: 1000 * timeout })
  );
  const done = toCheck("settings", began, null);
  return toReadiness([done, ...await Promise.all(others)]);
}

type Name = ReadinessCheck["name"];

/** What there is to try, by calls that find nothing. */
function toTries(
  settings: Settings,
): readonly (readonly [name: Name, attempt: () => unknown])[] {
  const { adapter, hasOwnStore, store, audit, log } = settings;
  const ctx = createProviderContext(settings, readClock());
  return [
    ...adapter === null ? [] : [
      [
        "adapter",
        () => toAdapter(ctx).getUserByEmail("nobody@check.invalid"),
      ] as const,
    ],
    ...hasOwnStore ? [["store", () => store.get(["check"])] as const] : [],
    ...audit === null ? [] : [
      [
        "audit",
        async () => (await loadAudit()).assertUp({ audit, log }),
      ] as const,
    ],
  ];
}

async function run(
  { log }: Settings,
  { name, attempt, limit }: {
    readonly name: Name;
    readonly attempt: () => unknown;
    readonly limit: number;
  },
): Promise<ReadinessCheck> {
  const began = readClock();
  let problem: ReadinessCheck["problem"] = "failed";
  try {
    const answer = (async () => await attempt())();
    await limitTime(answer, limit, `The check of ${name}`, () => {
      problem = "timeout";
    });
    return toCheck(name, began, null);
  } catch (error) {
    if (error instanceof Error) log.error(error);
    return toCheck(name, began, problem);
  }
}

function toCheck(
  name: Name,
  began: number,
  problem: ReadinessCheck["problem"],
): ReadinessCheck {
  const milliseconds = readClock() - began;
  return { name, ok: problem === null, milliseconds, problem };
}

function toReadiness(checks: readonly ReadinessCheck[]): Readiness {
  return { ok: checks.every(({ ok }) => ok), checks };
}
