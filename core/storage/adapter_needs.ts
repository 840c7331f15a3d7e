import type { Adapter } from "../model/adapter.ts";
import type { AdapterMethod } from "./adapter_calls.ts";
import type { Problems } from "../errors/config_problems.ts";

/** The way in which sessions are kept. */
export type SessionStrategyName = "jwt" | "database";

/** The methods that an adapter must have for each strategy. */
const NEEDS: Readonly<Record<SessionStrategyName, readonly AdapterMethod[]>> = {
  jwt: [
    "createUser",
    "getUser",
    "getUserByEmail",
    "getUserByAccount",
    "linkAccount",
  ],
  database: [
    "createUser",
    "getUser",
    "getUserByEmail",
    "getUserByAccount",
    "updateUser",
    "linkAccount",
    "createSession",
    "getSessionAndUser",
    "updateSession",
    "deleteSession",
  ],
};

/** Returns the adapter, after checking that it supports the configuration. */
export function readAdapter(
  adapter: Adapter | undefined,
  strategy: SessionStrategyName,
  problems: Problems,
): Adapter | null {
  if (adapter === undefined) {
    if (strategy === "database") {
      problems.add(
        '`session.strategy` "database" needs an `adapter` that keeps the sessions.',
      );
    }
    return null;
  }
  if (typeof adapter !== "object" || adapter === null || "then" in adapter) {
    problems.add(
      "`adapter` must be an object with the methods of an adapter; a promise has to be awaited first.",
    );
    return null;
  }
  const missing = listMissing(adapter, NEEDS[strategy]);
  if (missing !== "") {
    problems.add(
      `The adapter lacks ${missing}, which the strategy "${strategy}" needs.`,
    );
  }
  return adapter;
}

/** Lists the methods that an adapter lacks, own or inherited, as a part of a sentence. */
export function listMissing(
  adapter: Adapter,
  methods: readonly AdapterMethod[],
): string {
  return methods.filter((one) => typeof adapter[one] !== "function")
    .map((method) => `\`${method}\``).join(", ");
}

/** The methods that stored passwords need of an adapter. */
const PASSWORD_NEEDS: readonly AdapterMethod[] = [
  "getSecret",
  "replaceSecret",
  "updateUser",
];

/** Reports the further methods of an adapter that its providers need. */
export function reportNeeds(
  adapter: Adapter | null,
  providers: ReadonlyMap<string, Needing>,
  problems: Problems,
): void {
  reportMailNeeds(adapter, providers, problems);
  reportPasswordNeeds(adapter, providers.values(), problems);
}

/** The part of a provider that tells what it needs. */
interface Needing {
  readonly id: string;
  readonly type: string;
  readonly stored?: object | null;
}

/** Reports what the passwords that an adapter stores need of it. */
function reportPasswordNeeds(
  adapter: Adapter | null,
  providers: Iterable<Needing>,
  problems: Problems,
): void {
  for (const { id, stored = null } of providers) {
    if (stored === null) continue;
    if (adapter === null) {
      problems.add(
        `Provider "${id}" needs an \`adapter\`, which stores the passwords.`,
      );
      continue;
    }
    const missing = listMissing(adapter, PASSWORD_NEEDS);
    if (missing === "") continue;
    problems.add(
      `The adapter lacks ${missing}, which provider "${id}" needs to store passwords.`,
    );
  }
}

/** Reports the further method that signing in by mail needs of an adapter. */
function reportMailNeeds(
  adapter: Adapter | null,
  providers: ReadonlyMap<string, Needing>,
  problems: Problems,
): void {
  const hasMail = [...providers.values()].some(({ type }) => type === "email");
  if (!hasMail || adapter === null) return;
  const missing = listMissing(adapter, ["updateUser"]);
  if (missing === "") return;
  problems.add(
    `The adapter lacks ${missing}, which signing in by e-mail needs to keep that an address was proved.`,
  );
}
