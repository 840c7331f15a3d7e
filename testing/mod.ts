/**
 * Tools for testing an application that signs people in: an OpenID provider inside the test process,
 * with a switch for every fault, and a browser that keeps cookies as real ones do.
 *
 * @module
 */

export { createFaultProvider } from "./provider.ts";
export type {
  Fault,
  FaultBody,
  FaultSwitches,
  IdTokenFault,
} from "./provider_faults.ts";
export type {
  Claims,
  FaultProvider,
  FaultProviderOptions,
  ProviderEndpoint,
  RecordedRequest,
  RotateOptions,
  SigningAlgorithm,
  TestUser,
} from "./provider_types.ts";
