import { count, object, seconds } from "../../config/rules.ts";
import { Problems } from "../../errors/config_problems.ts";
import type { ProxyOptions } from "./proxy_options.ts";

/** The options of a proxy, with their defaults. */
export interface ProxySettings extends Required<Lists> {
  readonly provider: string;
  readonly target: URL;
  /** Without a slash at its end. */
  readonly prefix: string;
  readonly token: NonNullable<ProxyOptions["token"]>;
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes. */
  readonly maxBodySize: number;
}

interface Lists {
  /** In lower case. */
  readonly requestHeaders: readonly string[];
  /** In lower case. */
  readonly responseHeaders: readonly string[];
  /** Without a slash at their ends. */
  readonly pages: readonly string[];
}

const rules = object({
  timeout: seconds(30, 3600),
  maxBodySize: count(10_485_760, Number.MAX_SAFE_INTEGER),
});

/**
 * Fills in the options of a proxy.
 *
 * @throws ConfigurationError
 */
export function readProxyOptions(options: ProxyOptions): ProxySettings {
  const problems = new Problems();
  const { timeout, maxBodySize } = rules(options, "", problems.add);
  problems.throwIfAny("read");
  const { provider, target, prefix = "", token = {}, pages = [] } = options;
  return {
    provider,
    target: new URL(target),
    prefix: withoutSlash(prefix),
    token,
    pages: pages.map(withoutSlash),
    requestHeaders: toNames(options.requestHeaders),
    responseHeaders: toNames(options.responseHeaders),
    timeout: timeout * 1000,
    maxBodySize,
  };
}

function withoutSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

function toNames(names: readonly string[] = []): readonly string[] {
  return names.map((name) => name.toLowerCase());
}
