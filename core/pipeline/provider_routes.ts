/**
 * The routes to a provider and back, and the libraries they need (jose,
 * oauth4webapi), loaded at the first sign-in: reading sessions never needs
 * them.
 *
 * @module
 */

export { callback, callbackForm } from "../actions/callback.ts";
export { connect } from "../actions/connect.ts";
export { signInHere } from "../actions/credentials.ts";
export { signIn } from "../actions/depart.ts";
export { link } from "../actions/link.ts";
export { signedOut } from "../actions/signed_out.ts";
export { unlink } from "../actions/unlink.ts";
