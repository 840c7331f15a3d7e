/**
 * Why each warning appears, and what to do: for the page of errors.
 *
 * @module
 */

import type { WarningCode } from "../../core/errors/warning_codes.ts";
import type { Note } from "./error_notes.ts";

/** The notes of all warnings. */
export const warningNotes: Readonly<Record<WarningCode, Note>> = {
  "allowed-params": {
    cause:
      "`allowedParams` of a provider lists a parameter of the protocol, which no visitor may set.",
    remedy:
      "Remove it there; what you ask for yourself stands in [`authorization.params`](parameters.md).",
  },
  audit: {
    cause:
      "The sink of the audit trail had failed or hung, and works again; the line says how many records waited, and how many were dropped.",
    remedy:
      "Look at the error that the log has from when it began. [The audit trail](audit.md#while-a-sink-is-down) says what happened meanwhile.",
  },
  "base-path": {
    cause:
      "The framework's routers do not show where the auth routes are mounted, so guards and links assume `/auth`.",
    remedy: "Set [`basePath`](configuration.md) to their path.",
  },
  breaches: {
    cause:
      "The service of breached passwords could not be asked, so a new password was accepted without it.",
    remedy:
      "Let the server reach it, or name a mirror in [`breaches`](passwords.md#breached-passwords).",
  },
  checks: {
    cause:
      'A provider has `checks: ["none"]`, so an attacker can sign a visitor in to the attacker\'s account.',
    remedy:
      "Remove `checks`, unless the provider really refuses `state` and PKCE.",
  },
  "client-address": {
    cause:
      "The address of the client is not known, so attempts are limited by account only.",
    remedy:
      "Set `clientAddress`, or `trust proxy` in Express: [the lines](how-to/rate-limits-behind-a-proxy.md).",
  },
  clock: {
    cause: "`Date` gave no time, so everything counts as expired.",
    remedy:
      "Find what replaced `Date` in this process, often a test's fake timers.",
  },
  "connect-scopes": {
    cause:
      "A form asks a user for a scope that the configuration does not list.",
    remedy:
      "List it in [`connectScopes`](tokens.md#ask-for-more), if users may be asked for it.",
  },
  "experimental-webauthn": {
    cause: "`experimental.enableWebAuthn` is on.",
    remedy: "Nothing: [passkeys](passkeys.md) may change before 1.0.",
  },
  "former-options": {
    cause:
      "The configuration or the environment has names of another library, which do nothing here.",
    remedy:
      "The line says what to write instead. [Moving from Auth.js](migrate/auth-js.md).",
  },
  forwarded: {
    cause:
      "A request has `X-Forwarded-*` headers, and nothing says that they come from a proxy of yours.",
    remedy:
      "If there is a proxy, let the framework trust it or set `AUTH_URL`: [Behind a proxy](deployment.md#behind-a-proxy).",
  },
  hashing: {
    cause: "Passwords are hashed in a runtime that limits CPU time.",
    remedy:
      "Choose a plan with enough: [small runtimes](passwords.md#cloudflare-workers-and-other-small-runtimes).",
  },
  "http-origin": {
    cause: "`AUTH_URL` says http, and visitors come by https.",
    remedy: "Write https there, as visitors see it.",
  },
  issuer: {
    cause:
      "A variable names an issuer, and the configuration another one, which is used.",
    remedy: "Remove one of them.",
  },
  linking: {
    cause:
      "An account was not linked to the user with its address, because neither side proved the address, or because other ways to sign in could not be removed.",
    remedy:
      "The visitor signs in as before. [How accounts are matched](users.md#by-address).",
  },
  logout: {
    cause:
      "A user was signed out here, and not at the provider: it has no end-session endpoint, or could not be asked.",
    remedy:
      "The line says why. [Signing out at the provider](logout.md#sign-out-at-the-provider).",
  },
  "mail-token": {
    cause:
      "The store or the adapter failed while a link or a code of a mail was noted or removed. The mail still works once.",
    remedy:
      "Look at the store; an adapter whose `useVerificationToken` returns another row than the one asked for has a fault.",
  },
  "memory-store": {
    cause:
      "What has ended or was used is remembered in this process only, or there is more of it than the memory store keeps apart.",
    remedy:
      "Pass [a `store`](users.md#ended-sessions-and-the-store) that all processes share.",
  },
  "new-user": {
    cause:
      "The mark of a user who is being created could not be removed from the store.",
    remedy:
      "Nothing: it ends by itself. [Interrupted first sign-ins](users.md#interrupted-first-sign-ins).",
  },
  notice: {
    cause:
      "A mail that tells a user about a change took too long; it may still be sent.",
    remedy: "Look at the log of [the mail service](email.md#sending).",
  },
  openid: {
    cause: "The scope of an OpenID provider lacks `openid`, which was added.",
    remedy:
      'Write it into the scope, or `type: "oauth"` for a provider without OpenID Connect.',
  },
  passkey: {
    cause:
      "A passkey's challenge could not be removed from the store after use.",
    remedy: "Look at the store; the challenge ends by itself.",
  },
  "passkey-counter": {
    cause:
      "The counter of a passkey did not grow, so it may have been copied, and was refused.",
    remedy:
      "Ask its owner; [remove the passkey](passkeys.md#listing-naming-and-removing) if it is not theirs.",
  },
  "provider-style": {
    cause: "A provider's `style` has a colour or a logo that cannot be used.",
    remedy: "The line says what is allowed; the button is shown without it.",
  },
  redirect: {
    cause:
      "The `redirect` callback returned no usable URL, so the default target was used.",
    remedy: "Return a path or a whole URL: [Callbacks](callbacks.md).",
  },
  "redirect-proxy": {
    cause:
      "A redirect proxy got a callback for a deployment that it does not list.",
    remedy:
      "If it is yours, add the line that the message shows: [Preview deployments](previews.md).",
  },
  revocation: {
    cause:
      "A provider did not revoke the tokens of a user, so they live until they expire.",
    remedy: "The line says why. [Revocation](tokens.md#revocation).",
  },
  "session-accept": {
    cause:
      "A session of the library that you used before was refused, or the time for accepting them ends.",
    remedy:
      "The line has the reason or the date. [The line that keeps visitors signed in](migrate/README.md#the-line-that-keeps-visitors-signed-in).",
  },
  "session-cookie": {
    cause:
      "A session's cookie did not open or is not for this application; the line says which of seven reasons it is.",
    remedy:
      "A single one is no alarm. If there are many: the secrets of all processes, `AUTH_URL`, and [rotating secrets](how-to/rotate-secrets.md).",
  },
  "session-expiry": {
    cause:
      "The claim `session_expiry` of an ID token is not a time, so it does not limit the session.",
    remedy:
      "Change what the provider writes: [the end of the provider's session](users.md#the-end-of-the-providers-session).",
  },
  "session-secret": {
    cause:
      "Most session cookies do not open: the secret was lost, or differs between processes.",
    remedy:
      "Put the former secret back behind the new one: [rotating secrets](how-to/rotate-secrets.md).",
  },
  "session-size": {
    cause:
      "A part of the user, such as a long picture URL, had no room in the session's cookie and was left out.",
    remedy:
      "Shorten it in `profile`, or [keep sessions in a database](users.md#sessions).",
  },
  stale: {
    cause:
      "A provider's metadata or keys could not be fetched anew; the last ones were used.",
    remedy:
      "Nothing, if it passes. The provider cannot be reached from the server.",
  },
  "take-over": {
    cause:
      "Somebody proved an address that another had given without proof; the earlier ways to sign in were removed.",
    remedy:
      "Nothing: [that is the rule](users.md#by-address). The event `addressTakenOver` has the user.",
  },
  target: {
    cause:
      "The address that a visitor should come back to is too long, and was shortened or dropped.",
    remedy: "Pass a shorter `callbackUrl`.",
  },
  theme: {
    cause:
      "A colour of `theme` could not be read on the page, so another shade is used.",
    remedy:
      "Take the colour that the line names: [your colours](pages.md#your-name-and-your-colours).",
  },
  tokens: {
    cause:
      "A provider's token could not be renewed, or a kept one did not open.",
    remedy:
      "Renewal: it is tried again. Opening: a secret is missing: [rotating the secret](tokens.md#rotating-the-secret).",
  },
  "two-sessions": {
    cause:
      "A browser sent two valid sessions, so it is not clear which is meant; all were refused.",
    remedy:
      "Two applications share a domain: give one of them [another cookie name](configuration.md#cookies).",
  },
  unchecked: {
    cause:
      "The metadata of a provider with a profile could not be read at the start.",
    remedy:
      "Nothing, if the provider is back: it is checked with the next request. [FAPI 2.0](fapi.md).",
  },
  "unused-callbacks": {
    cause:
      "A callback is configured that is never called, because there is an adapter.",
    remedy:
      "Remove it, or choose the session's strategy: [fields of your own](users.md#fields-of-your-own).",
  },
  "user-fields": {
    cause:
      "`profile()` returns fields that the adapter's table has no columns for.",
    remedy:
      "Declare them, or leave them out: [fields of your own](users.md#fields-of-your-own).",
  },
  userinfo: {
    cause:
      "A part of the profile could not be read at the provider, and is missing.",
    remedy:
      "The line says what. If the ID token has everything, turn userinfo off: [the options](configuration.md#oauth-and-openid-connect).",
  },
};
