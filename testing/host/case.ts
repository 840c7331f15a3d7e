/**
 * The building blocks of the cases of the contract of hosts.
 *
 * @module
 */

import type { ContractCase, ContractRow } from "../contract/case.ts";
import type { HostApp } from "./app.ts";

/**
 * What an application has beside the rest of the contract; see the table of its
 * pages in `@latchkey/auth/testing/host-config`.
 */
export type HostCapability =
  | "actions"
  | "cache"
  | "forwarded"
  | "prefix"
  | "proxy"
  | "routes";

/** A case of the contract of hosts. */
export interface HostContractCase extends ContractCase {
  /** What the case is known by, in tables and reports; it stays the same. */
  readonly id: string;
  /** The capabilities that the case needs in order to apply. */
  readonly needs: readonly HostCapability[];
  /**
   * Why the case does not apply to this application; false: it does. It is what
   * test runners take as the option `skip`.
   */
  readonly skip: string | false;
}

/** The outcome of a case of the contract of hosts. */
export interface HostContractRow extends ContractRow {
  /** The id of the case. */
  readonly id: string;
}

/**
 * How an application is started for a case: as it is, behind a proxy that ends
 * TLS (`CONTRACT_ORIGIN`), or under a path (`CONTRACT_PREFIX`).
 */
export type HostVariant = "plain" | "proxied" | "prefixed";

/** A case before there is an application. */
export interface HostCheck {
  readonly id: string;
  readonly name: string;
  readonly needs: readonly HostCapability[];
  readonly variant: HostVariant;
  readonly check: (app: HostApp) => Promise<void>;
}

/** A sentence, and the check that it is true. */
type Rule = readonly [name: string, check: HostCheck["check"]];

/** Declares cases by their ids. */
export function declareCases(
  rules: Readonly<Record<string, Rule>>,
  { needs = [], variant = "plain" }: {
    readonly needs?: readonly HostCapability[];
    readonly variant?: HostVariant;
  } = {},
): HostCheck[] {
  return Object.entries(rules).map(([id, [name, check]]) => ({
    id,
    name,
    needs,
    variant,
    check,
  }));
}
