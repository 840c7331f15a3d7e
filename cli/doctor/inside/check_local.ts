/**
 * Finds what shows without a network: secrets, variables, versions.
 *
 * @module
 */

import { isLoopback } from "../../probe/loopback.ts";
import type { Found } from "../report.ts";
import type { Inspected } from "@latchkey/auth/doctor";
import type { LoadedPackage, Means } from "./inspection.ts";

/** The secret of the documentation's examples. */
const EXAMPLE = /a[ -]random[ -]text[ -]of[ -]at[ -]least/i;

/** Rows of a keyboard and of alphabets, which people type. */
const ROWS = "abcdefghijklmnopqrstuvwxyz0123456789qwertyuiopasdfghjklzxcvbnm";

/** Finds secrets that somebody could guess, or that have another use. */
export function checkSecrets({ secrets, providers }: Inspected): Found[] {
  return secrets.flatMap((secret, i): Found[] => {
    const reason = findWeakness(secret);
    const shared = providers.find((one) => one.clientSecret === secret);
    if (shared !== undefined) {
      const seen = `Secret ${i + 1} is also the client secret of ${shared.id}.`;
      return [{ id: "secrets.reused", seen }];
    }
    return reason === null
      ? []
      : [{ id: "secrets.guessable", seen: `Secret ${i + 1} ${reason}.` }];
  });
}

function findWeakness(secret: string): string | null {
  if (EXAMPLE.test(secret)) return "is the one of an example";
  const distinct = new Set(secret).size;
  if (distinct < 10) return `has only ${distinct} different characters`;
  if (isRepetition(secret)) return "repeats a part of itself";
  return isTyped(secret.toLowerCase()) ? "is a row of keys" : null;
}

function isRepetition(secret: string): boolean {
  const half = Math.floor(secret.length / 2);
  return Array.from({ length: half }, (_, i) => i + 1).some((size) =>
    secret.slice(0, size).repeat(Math.ceil(secret.length / size))
      .startsWith(secret)
  );
}

/** Whether most characters follow each other in a row of keys. */
function isTyped(secret: string): boolean {
  const pairs = [...secret].slice(1).map((one, i) => `${secret[i]}${one}`);
  const typed = pairs.filter((pair) => ROWS.includes(pair)).length;
  return typed > pairs.length / 2;
}

/** Finds configurations that can read each other's sessions. */
export function checkShared(
  subjects: readonly (readonly [path: string, inspected: Inspected])[],
): Found[] {
  return subjects.flatMap(([path, { secrets }], i) => {
    const other = subjects.slice(0, i).find(([, one]) =>
      one.secrets.some((secret) => secrets.includes(secret))
    );
    if (other === undefined) return [];
    const seen = `A secret of ${path} is also one of ${other[0]}.`;
    return [{ id: "secrets.shared" as const, seen }];
  });
}

/** Finds an origin that cannot be the public one. */
export function checkOrigin({ origin }: Inspected): Found[] {
  if (origin === null) {
    const seen = "Neither `origin` nor AUTH_URL is set.";
    return [{ id: "origin.missing", seen }];
  }
  const url = new URL(origin);
  if (url.protocol === "https:" || isLoopback(url)) return [];
  return [{ id: "origin.plain", seen: `The public origin is ${origin}.` }];
}

/** Finds variables whose value is not what it looks like. */
export function checkVariables(
  { origin, providers }: Inspected,
  env: Means["env"],
): Found[] {
  const prefixes = providers.map(({ id }) =>
    `AUTH_${id.toUpperCase().replaceAll("-", "_")}`
  );
  const names = [
    "AUTH_SECRET",
    "AUTH_URL",
    ...prefixes.flatMap((one) => [`${one}_ID`, `${one}_SECRET`]),
  ];
  const quoted = names.find((name) => /^(["']).*\1$/.test(env(name) ?? ""));
  const address = env("AUTH_URL") ?? "";
  const isOther = origin !== null && URL.canParse(address) &&
    new URL(address).origin !== origin;
  return [
    ...(quoted === undefined ? [] : [{
      id: "env.quoted" as const,
      seen: `The value of ${quoted} has its quotes in it.`,
    }]),
    ...(isOther
      ? [{
        id: "env.unused" as const,
        seen: `AUTH_URL is ${address}, but the configuration says ${origin}.`,
      }]
      : []),
  ];
}

/** The oldest versions that the library runs on, by major version. */
const OLDEST: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  node: { 20: 19, 22: 12 },
  deno: { 2: 0 },
};

/** Finds a runtime that is too old. */
export function checkRuntime({ name, version }: Means["runtime"]): Found[] {
  const known = OLDEST[name];
  if (known === undefined) return [];
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const newest = Math.max(...Object.keys(known).map(Number));
  const least = known[major];
  const isFine = major > newest || least !== undefined && minor >= least;
  if (isFine) return [];
  const wanted = name === "node" ? "20.19, 22.12 or later" : "2 or later";
  const seen = `This is ${name} ${version}; the library needs ${wanted}.`;
  return [{ id: "runtime.version", seen }];
}

/** Finds packages that are older than the library asks for. */
export function checkPackages(packages: readonly LoadedPackage[]): Found[] {
  return packages.flatMap(({ name, version, range }): Found[] => {
    if (range === null || satisfies(version, range)) return [];
    const seen =
      `The package ${name} is ${version}; the library needs ${range}.`;
    return [{ id: "packages.version", seen }];
  });
}

/** Whether a version is in a range of the form `^1.2.3`. */
function satisfies(version: string, range: string): boolean {
  const [, ...least] = /^\^(\d+)\.(\d+)\.(\d+)/.exec(range)?.map(Number) ?? [];
  const [, ...own] = /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.map(Number) ?? [];
  if (least.length < 3 || own.length < 3) return true;
  const first = own.findIndex((part, i) => part !== least[i]);
  return own[0] === least[0] &&
    (first < 0 || (own[first] ?? 0) > (least[first] ?? 0));
}
