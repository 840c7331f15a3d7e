import { isPrivateAddress, toAddress } from "./address.ts";
import type { ClientHint, Incoming } from "./request.ts";
import type { Settings } from "./settings.ts";
import { isFirstWarning } from "./shared.ts";

/**
 * The address of the client in its one spelling, or null where it is not known.
 * A peer of a private network that nobody trusts is a proxy, most likely: if its
 * address were everybody's, one visitor's mistakes would be everybody's.
 */
export function readClientAddress(
  incoming: Pick<Incoming, "address" | "header">,
  settings: Settings,
): string | null {
  const { text, isPeer = false } = ask(incoming, settings);
  const address = toAddress(text);
  if (address !== null && !(isPeer && isPrivateAddress(address))) {
    return address;
  }
  const { key, limits, log } = settings;
  const isMissed = Object.values(limits).some(Boolean) &&
    incoming.header("x-forwarded-for") !== null;
  if (isMissed && isFirstWarning(`address ${key}`)) {
    log.warn(
      "client-address",
      "Requests come through a proxy that is not trusted, so nobody's address is known, and attempts are limited by account only. Set `trust proxy` in Express, or `clientAddress`.",
    );
  }
  return null;
}

/** A function of the host's that fails must not fail the request. */
function ask(
  incoming: Pick<Incoming, "address">,
  { clientAddress, log }: Settings,
): ClientHint {
  try {
    return incoming.address(clientAddress);
  } catch (error) {
    log.error(new Error("`clientAddress` threw.", { cause: error }));
    return { text: null };
  }
}
