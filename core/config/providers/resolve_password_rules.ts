import { findNodeArgon2 } from "../../crypto/argon2.ts";
import { hasScrypt } from "../../crypto/scrypt.ts";
import { isLoopback } from "../../http/redirects.ts";
import { customFetch } from "../../providers/definition/symbols.ts";
import type {
  BreachService,
  PasswordHashOptions,
  PasswordRuleOptions,
  ResolvedRules,
} from "../../providers/password_rules.ts";
import { isCloudflareWorker } from "../../runtime/env.ts";
import { oneOf, type Report, valid } from "../rules.ts";

/** The service of Have I Been Pwned, which needs no key. */
const PWNED_PASSWORDS = "https://api.pwnedpasswords.com/range/";

const readMinLength = whole(15, 8, 128);
const readOptions = valid<PasswordHashOptions>(
  {},
  "be an object with `algorithm`, `memory`, `iterations`, `argon2`, `bcrypt` or `format`",
  (value) => typeof value === "object" && value !== null,
);
const readOnBreach = oneOf(["change", "warn"], "warn");
const readAlgorithm = oneOf(["scrypt", "argon2id", "pbkdf2"], undefined);
const readIterations = whole(undefined, 600_000, 10_000_000);
const readArgon2Memory = whole(undefined, 7, 512);
const readScryptMemory = valid<number | undefined>(
  undefined,
  "be a power of 2 from 8 to 1024 (MiB)",
  (value) => [8, 16, 32, 64, 128, 256, 512, 1024].includes(Number(value)),
);

/** Fills in the defaults of the options of passwords, and reports their mistakes. */
export function resolveRules(
  options: PasswordRuleOptions,
  report: Report,
): ResolvedRules {
  const { minLength, onBreach, pepper, hash } = options;
  const peppers = pepper === undefined ? [] : [pepper].flat();
  if (peppers.some((one) => typeof one !== "string" || one.length < 32)) {
    report("each `pepper` needs at least 32 characters.");
  }
  return {
    minLength: readMinLength(minLength, "minLength", report),
    breaches: readBreaches(options, report),
    onBreach: readOnBreach(onBreach, "onBreach", report),
    peppers,
    hash: readHash(readOptions(hash, "hash", report), report),
  };
}

function readBreaches(
  { breaches = false, ...options }: PasswordRuleOptions,
  report: Report,
): BreachService | null {
  if (breaches === false) return null;
  const send = options[customFetch] ?? ((input, init) => fetch(input, init));
  const url = breaches === true ? PWNED_PASSWORDS : breaches;
  if (isSafeUrl(url)) return { url, fetch: send };
  report(
    "`breaches` must be true, false or the URL of a mirror, with https and ending with `/`.",
  );
  return null;
}

function isSafeUrl(url: unknown): boolean {
  if (typeof url !== "string" || !URL.canParse(url)) return false;
  const parsed = new URL(url);
  return url.endsWith("/") &&
    (parsed.protocol === "https:" || isLoopback(parsed));
}

/**
 * Chooses what the runtime can afford. A Worker has 128 MB in all, and refuses
 * PBKDF2 with more than 100,000 iterations.
 */
function readHash(
  options: PasswordHashOptions,
  report: Report,
): PasswordHashOptions {
  const { algorithm: wanted, memory, iterations, ...rest } = options;
  const algorithm = readAlgorithm(wanted, "hash.algorithm", report) ??
    (hasScrypt() || isCloudflareWorker() ? "scrypt" : "pbkdf2");
  const problem = findMissing(algorithm, options);
  if (problem !== null) report(problem);
  return {
    ...rest,
    algorithm,
    memory: readMemory(algorithm, memory, report),
    iterations: readIterations(iterations, "hash.iterations", report),
  };
}

function findMissing(
  algorithm: PasswordHashOptions["algorithm"],
  { argon2 }: PasswordHashOptions,
): string | null {
  if (algorithm === "scrypt" && !hasScrypt()) {
    return 'this runtime has no scrypt (node:crypto). On Cloudflare Workers, add the compatibility flag `nodejs_compat`; elsewhere, set `hash: { algorithm: "pbkdf2" }`.';
  }
  if (algorithm === "argon2id" && !argon2?.hash && !findNodeArgon2()) {
    return "this runtime has no Argon2 (`crypto.argon2` of Node 24.7). Run `npm install @node-rs/argon2`, import it, and set `hash: { argon2 }`.";
  }
  return null;
}

function readMemory(
  algorithm: PasswordHashOptions["algorithm"],
  memory: number | undefined,
  report: Report,
): number | undefined {
  switch (algorithm) {
    case "argon2id":
      return readArgon2Memory(memory, "hash.memory", report);
    case "scrypt":
      return readScryptMemory(memory, "hash.memory", report) ??
        (isCloudflareWorker() ? 16 : 128);
  }
}

function whole<F>(fallback: F, least: number, most: number) {
  return valid<number | F>(
    fallback,
    `be a whole number from ${least} to ${most}`,
    (value) =>
      Number.isInteger(value) && Number(value) >= least &&
      Number(value) <= most,
  );
}
