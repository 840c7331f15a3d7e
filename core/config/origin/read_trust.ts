import type { Problems } from "../../errors/config_problems.ts";
import { type Env, readTrustFromEnv, readVariable } from "../../runtime/env.ts";
import type { AuthConfig } from "../config.ts";
import { isTexts } from "../rules.ts";

/** The options and variables that decide which hosts are trusted, if no origin is configured. */
export interface HostTrust {
  readonly trustsHost: (host: string) => boolean;
  /**
   * Whether the configuration or the platform says which hosts are trusted; if
   * not, the mode decides.
   */
  readonly namesHosts: boolean;
  /** Whether `trustHost` is a function or lists several hosts: one secret, several audiences. */
  readonly trustsSeveral: boolean;
  /** `NODE_ENV`; null if it is not set, or may not be read. */
  readonly mode: string | null;
}

/**
 * Reads which hosts are trusted.
 *
 * @param origin the configured one; with one, no host needs to be trusted
 */
export function readTrust(
  option: AuthConfig["trustHost"],
  origin: string | null,
  { env, problems }: { readonly env: Env; readonly problems: Problems },
): HostTrust {
  const mode = readVariable(env, "NODE_ENV");
  const common = { trustsSeveral: isSeveral(option), mode: mode || null };
  if (typeof option === "function") {
    return { ...common, trustsHost: option, namesHosts: true };
  }
  if (typeof option === "object") {
    if (!isTexts(option)) {
      problems.add(
        '`trustHost` must be true, false, a function, or a list of hosts like "app.example.com".',
      );
    }
    const hosts = new Set(
      isTexts(option) ? option.map((host) => host.toLowerCase()) : [],
    );
    const trustsHost = (host: string) => hosts.has(host);
    return { ...common, trustsHost, namesHosts: true };
  }
  const named = option ?? readTrustFromEnv(env);
  if (typeof named === "boolean") {
    return { ...common, trustsHost: () => named, namesHosts: true };
  }
  if (origin === null) {
    // At construction, the environment may still provide the origin.
    if (named === null) problems.denyMendable("AUTH_TRUST_HOST");
    if (mode === null) problems.denyMendable("NODE_ENV");
  }
  const trustsHost = () => mode !== "production";
  return { ...common, trustsHost, namesHosts: false };
}

/** Whether several hosts are trusted, each of which is an audience of its own. */
function isSeveral(trustHost: AuthConfig["trustHost"]): boolean {
  return typeof trustHost === "function" ||
    Array.isArray(trustHost) && trustHost.length > 1;
}
