/**
 * The routes to a provider and back, and the libraries they need (jose,
 * oauth4webapi), loaded at the first sign-in: reading sessions never needs
 * them.
 *
 * @module
 */

export { backchannelLogout } from "../actions/backchannel_logout.ts";
export { callback, callbackForm } from "../actions/callback.ts";
export { connect } from "../actions/connect.ts";
export { signInHere } from "../actions/credentials.ts";
export { signIn, signInSilently } from "../actions/depart.ts";
export { initiate } from "../actions/initiate.ts";
export { link } from "../actions/link.ts";
export { signedOut } from "../actions/signed_out.ts";
export { unlink } from "../actions/unlink.ts";
export {
  checkProviders,
  prepareProviders,
} from "../methods/oauth/discovery/prepare.ts";
