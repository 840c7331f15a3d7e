/**
 * All checks, in the order of the output.
 *
 * @module
 */

import type { Check } from "../check.ts";
import { cachingChecks } from "./caching_checks.ts";
import { challengeChecks } from "./challenge_checks.ts";
import { claimChecks } from "./claim_checks.ts";
import { corsChecks } from "./cors_checks.ts";
import { credentialChecks } from "./credential_checks.ts";
import { dpopChecks } from "./dpop_checks.ts";
import { errorChecks } from "./error_checks.ts";
import { introspectionChecks } from "./introspection_checks.ts";
import { mcpChecks } from "./mcp_checks.ts";
import { metadataChecks } from "./metadata_checks.ts";
import { methodChecks } from "./method_checks.ts";
import { scopeChecks } from "./scope_checks.ts";
import { sessionChecks } from "./mcp_session_checks.ts";
import { signatureChecks } from "./signature_checks.ts";
import { typeChecks } from "./type_checks.ts";

/** All checks, in the order of the output. */
export const checks: readonly Check[] = [
  ...challengeChecks,
  ...credentialChecks,
  ...signatureChecks,
  ...claimChecks,
  ...typeChecks,
  ...scopeChecks,
  ...introspectionChecks,
  ...dpopChecks,
  ...metadataChecks,
  ...corsChecks,
  ...methodChecks,
  ...cachingChecks,
  ...mcpChecks,
  ...sessionChecks,
  ...errorChecks,
];
