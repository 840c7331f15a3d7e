import { isPrivateAddress, toIpAddress } from "../http/client_address.ts";
import { isPublic } from "../config/origin/public_host.ts";
import type { Settings } from "../config/settings.ts";
import { isFirstWarning } from "../storage/process_cache.ts";
import type { Incoming } from "./request_head.ts";

/** A client's address, and whether nothing here can tell one. */
interface Asked {
  /** In canonical form; null: not known. */
  readonly address: string | null;
  readonly isUntold: boolean;
}

/** Asks the framework, or the application, for the client's address. */
export function askAddress(
  incoming: Partial<Pick<Incoming, "address">>,
  { clientAddress, log }: Settings,
): Asked {
  try {
    const { text, isPeer } = incoming.address?.(clientAddress) ?? NO_ADDRESS;
    const known = toIpAddress(text);
    // A peer in a private network is most likely a proxy: if its address stood
    // for every client, one visitor's mistakes would count for all of them.
    const isProxy = isPeer && known !== null && isPrivateAddress(known);
    // A framework that can know its clients gives null if it does not know this
    // one; undefined means that there is no source for addresses.
    const isUntold = text === undefined && !isPeer;
    return { address: isProxy ? null : known, isUntold };
  } catch (error) {
    log.error(new Error("`clientAddress` threw.", { cause: error }));
    return { address: null, isUntold: false };
  }
}

const NO_ADDRESS = { text: null, isPeer: false } as const;

/** Only a cache: the settings for which an unknown client address was reported. */
const told = new WeakSet<Settings>();

/**
 * Reads the client's address, as far as the framework knows it. A failing
 * `clientAddress` function must not fail the request.
 */
export function readAddress(
  incoming: Incoming,
  settings: Settings,
  origin: string,
): string | null {
  const { key, limits, log } = settings;
  const { address, isUntold } = askAddress(incoming, settings);
  if (address !== null || told.has(settings)) return address;
  const isMissed = Object.values(limits).some(Boolean) &&
    (incoming.header("x-forwarded-for") !== null ||
      isUntold && isPublic(settings, origin));
  if (isMissed) told.add(settings);
  if (isMissed && isFirstWarning(`address ${key}`)) {
    log.warn(
      "client-address",
      "The client's address is not known, so attempts are limited by account only, and one machine can keep the owner of an account from signing in with a new browser. Set `clientAddress`, or `trust proxy` in Express: docs/how-to/rate-limits-behind-a-proxy.md has the lines.",
    );
  }
  return address;
}
