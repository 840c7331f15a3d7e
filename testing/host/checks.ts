import { actionCases } from "./actions.ts";
import { bodyCases } from "./bodies.ts";
import { cacheCases, cachedPageCases } from "./caches.ts";
import type { HostCheck } from "./case.ts";
import { csrfCases } from "./csrf.ts";
import { errorCases } from "./errors.ts";
import { guardCases, proofCases, roleCases } from "./guards.ts";
import { leakCases } from "./leaks.ts";
import { mailCases } from "./mail.ts";
import { parallelCases } from "./parallel.ts";
import { passwordCases } from "./password.ts";
import { apiCases, proxyCases } from "./proxies.ts";
import { refusalCases } from "./refusals.ts";
import { renewalCases, updateCases } from "./renewals.ts";
import { sessionCases } from "./sessions.ts";
import { signInCases, targetCases } from "./sign_in.ts";
import { signOutCases } from "./sign_out.ts";
import { streamingCases } from "./streaming.ts";

/** The cases of the contract of hosts, in the order in which they run. */
export const hostChecks: readonly HostCheck[] = [
  ...signInCases,
  ...targetCases,
  ...mailCases,
  ...passwordCases,
  ...signOutCases,
  ...sessionCases,
  ...renewalCases,
  ...updateCases,
  ...guardCases,
  ...roleCases,
  ...proofCases,
  ...csrfCases,
  ...refusalCases,
  ...bodyCases,
  ...cacheCases,
  ...cachedPageCases,
  ...streamingCases,
  ...errorCases,
  ...parallelCases,
  ...leakCases,
  ...actionCases,
  ...apiCases,
  ...proxyCases,
];
