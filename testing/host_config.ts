/**
 * The configuration and the helpers of an application that the contract of
 * hosts tests (`@latchkey/auth/testing/host-contract`). It runs in the
 * application's own process, which need not be the one of the tests, and may be
 * bundled: this entry loads nothing but the configuration.
 *
 * ## The application
 *
 * An application is written once for each framework, in the way that its users
 * would write it, with {@link createContractConfig} as the configuration of the
 * integration. The environment that it gets (`env`, or the variables of its
 * process) is {@link ContractEnvironment}. If `CONTRACT_PREFIX` is set, such as
 * `/app`, all paths below are under it, those of the auth routes, too.
 *
 * The auth routes are under `/auth`. If the framework has parsers of bodies that
 * an application installs for all routes, they run before the auth routes.
 *
 * *The account* is two elements, from the place where the framework's users find
 * the session: `<p id="who">NAME</p>`, with `session.user.name`, or `nobody`
 * without a session; and `<p id="note">NOTE</p>`, with `session.user.note`, or
 * empty. Elements may have other attributes, and texts are escaped.
 *
 * Pages, for browsers. Each is HTML with the account, and status 200:
 *
 * | Request        | Besides the account                                                        |
 * | -------------- | -------------------------------------------------------------------------- |
 * | `GET /`        | nothing; everybody may see it                                              |
 * | `GET /private` | behind a guard without options                                             |
 * | `GET /staff`   | behind a guard with `role: "staff"`                                        |
 * | `GET /fresh`   | behind a guard with `maxAge: 60`                                           |
 * | `GET /strong`  | behind a guard with `acr: "mfa"` and `amr: "otp"`                          |
 * | `GET /form`    | two forms with `csrfField` (or the token of `csrfToken` in a hidden field `csrfToken`), of the method POST: one to `/auth/signin/op` with the hidden field `callbackUrl` of `/private` and the button `Sign in`, one to `/auth/signout` with the button `Sign out` |
 * | `GET /stream?gate=G` | streamed: an element or a line `first NAME` is sent, then the application waits for `await waitAtGate(env, G)`, then `last NAME` follows (`nobody` as in the account). It needs no account |
 * | `GET /throw`   | no page: it reads the session, and throws an `Error` whose message is `thrown by the application`. The framework answers as it does for errors, with 500 |
 * | `GET /cached`  | capability `cache`; no account, but `<p id="made">TEXT</p>`: another random text each time that it is rendered. The framework's own cache keeps the page for everybody, for a minute at least |
 * | `GET /actions` | capability `actions`; forms that the framework handles itself, see below   |
 *
 * Handlers, for programs. Each answers JSON, with status 200. `SESSION` is what
 * the function for the session (`getSession`) returns there: an object, or
 * `null`:
 *
 * | Request            | Answer                                                                 |
 * | ------------------ | ---------------------------------------------------------------------- |
 * | `GET /api/me`      | `SESSION`                                                              |
 * | `GET /api/private` | `SESSION`, behind a guard without options                              |
 * | `GET /api/staff`   | the same, behind a guard with `role: "staff"`                          |
 * | `GET /api/fresh`   | the same, behind a guard with `maxAge: 60`                             |
 * | `GET /api/own`     | `SESSION`; sets the cookies `own=1` and `other=2` by the framework's own means, for the path `/` |
 * | `GET /api/meet?gate=G` | `{ "before": ID, "after": ID }`: `session.user.id` or `null`, read before and again after `await waitAtGate(env, G)` |
 * | `POST /api/update` | behind a guard: reads the fields `note` and `rotate` of a form, calls `updateSession` with the data `{ note }` and `{ rotate: true }` if `rotate` is `1`, and answers the `SESSION` that the same request reads afterwards |
 * | `POST /api/echo`   | behind a guard: reads the body, a form or JSON, by the framework's own parser, and answers its fields as an object |
 * | `/api/proxy/*`     | capability `proxy`, any method: `proxy({ provider: "op", target: env.CONTRACT_API })`, with the option `prefix` where it is needed |
 *
 * `GET /actions` (capability `actions`) has forms without scripts. Each is sent
 * to the framework's own action, which calls the functions of the integration
 * (`signIn`, `signOut`, `updateSession`). The suite finds them by the text of
 * their button. They may be of the type `multipart/form-data`, and have hidden
 * fields of the framework:
 *
 * | Button                  | Fields              | Action                                         |
 * | ----------------------- | ------------------- | ---------------------------------------------- |
 * | `Sign in with provider` |                     | `signIn` with `op`, to `/private`              |
 * | `Sign in with password` | `email`, `password` | `signIn` with `password`, to `/private`. If it fails, the page is shown again with the sentence of the error in `<p id="error">` |
 * | `Sign out`              |                     | `signOut`, to `/`                              |
 * | `Update`                | `note`              | `updateSession` with `{ note }`; the page is shown again, with the new account |
 *
 * Any other path is the framework's own page for 404.
 *
 * Further capabilities need no page. `prefix`: the application obeys
 * `CONTRACT_PREFIX`. `forwarded`: it trusts `X-Forwarded-Proto` and
 * `X-Forwarded-Host` of a proxy on this machine. `routes`: all paths below the
 * base path are the library's, and the framework has no pages there.
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import {
 *   type ContractEnvironment,
 *   createContractConfig,
 *   waitAtGate,
 * } from "@latchkey/auth/testing/host-config";
 *
 * function createApp(env: ContractEnvironment) {
 *   const auth = createAuth(createContractConfig(env));
 *   return async (request: Request): Promise<Response> => {
 *     const { pathname, searchParams } = new URL(request.url);
 *     if (pathname.startsWith("/auth/")) return await auth.handler(request);
 *     const { session, headers } = await auth.session(request);
 *     if (pathname === "/api/me") return Response.json(session, { headers });
 *     if (pathname === "/api/meet") {
 *       const before = session?.user.id ?? null;
 *       await waitAtGate(env, searchParams.get("gate"));
 *       const after = (await auth.session(request)).session?.user.id ?? null;
 *       return Response.json({ before, after }, { headers });
 *     }
 *     return new Response("Not found", { status: 404 });
 *   };
 * }
 * console.assert(createApp.length === 1);
 * ```
 *
 * @module
 */

export {
  type ContractConfig,
  type ContractEnvironment,
  type ContractSession,
  type ContractUser,
  createContractConfig,
} from "./host/config.ts";
export { waitAtGate } from "./host/gate.ts";
