/**
 * Tools for testing applications with sign-in: an OpenID provider inside the
 * test process, with a switch for every fault, and a browser that keeps cookies
 * as real ones do.
 *
 * @module
 */

export { createBrowser } from "./browser.ts";
export type {
  Browser,
  BrowserOptions,
  NavigateOptions,
  Page,
  RedirectHop,
  ScriptRequestInit,
  SiteHandler,
  Sites,
  SubmitOptions,
} from "./browser_types.ts";
export type { DroppedCookie } from "./cookie_jar.ts";
export type { Cookie } from "./cookie_parse.ts";
export type { FormButton, FormEncoding, PageForm } from "./html_forms.ts";
export { type NodeListener, toSite } from "./node_site.ts";
export { serveDemoProvider } from "./demo_provider.ts";
export type { DemoProvider } from "./demo_provider.ts";
export { createDpopKey } from "./dpop_key.ts";
export type { DpopKey, DpopKeyOptions, DpopProofOptions } from "./dpop_key.ts";
export { createFaultProvider } from "./provider.ts";
export { createTestSecret } from "./secret.ts";
export { signInAs } from "./sign_in_as.ts";
export type {
  SignedInAs,
  SignInAsOptions,
  StorageCookie,
  StorageState,
  TestProof,
  TestSessionUser,
} from "./sign_in_as.ts";
export type {
  Fault,
  FaultBody,
  FaultSwitches,
  IdTokenFault,
} from "./provider_faults.ts";
export type {
  AccessTokenOptions,
  ClientAuthMethod,
  ClientPublicKey,
  FaultProviderOptions,
  LogoutTokenOptions,
  RotateOptions,
  TestUser,
  TokenBinding,
} from "./provider_options.ts";
export type {
  Claims,
  FaultProvider,
  ProviderEndpoint,
  RecordedRequest,
  SigningAlgorithm,
} from "./provider_types.ts";
