import { isPrivateAddress, toIpAddress } from "./client_address.ts";

/** Names that never lead out of the machine or its network (RFC 6761). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|test)$/;

/**
 * Whether a host belongs to this machine or to a private network: a link to it
 * leads nobody to a stranger's server.
 *
 * @param hostname as the URL parser writes it, without a port
 */
export function isLocalHost(hostname: string): boolean {
  const address = toIpAddress(hostname);
  return address === null
    ? LOCAL_NAME.test(hostname)
    : isPrivateAddress(address);
}
