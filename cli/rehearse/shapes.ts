/**
 * Sorts the users of a database into shapes: users of one shape have the same
 * columns filled, the same providers, the same form of hash and the same
 * factors. One of each signs in for all.
 *
 * @module
 */

import type {
  Adapter,
  Database,
  StoredAccount,
  StoredUser,
  TableOptions,
} from "./library.ts";
import { quoteName } from "./tables.ts";

/** A user, with everything that decides how they sign in. */
export interface Member {
  readonly user: StoredUser;
  readonly accounts: readonly StoredAccount[];
  readonly passkeys: number;
  readonly password: string | null;
  readonly hasFactors: boolean;
  readonly hasTokens: boolean;
}

/** The users of one shape. */
export interface Shape {
  /** The shape in words. */
  readonly name: string;
  /** The one who signs in for all. */
  readonly member: Member;
  /** The number of users. */
  readonly users: number;
  /** Their ids, if they are wanted. */
  readonly ids: readonly string[];
}

/** Reads all users, and sorts them. */
export async function readShapes(
  adapter: Adapter,
  db: Database,
  { keepsIds, ...options }: TableOptions & { readonly keepsIds: boolean },
): Promise<Shape[]> {
  const shapes = new Map<
    string,
    { member: Member; users: number; ids: string[] }
  >();
  for await (const id of listIds(db, options)) {
    const member = await readMember(adapter, id);
    if (member === null) continue;
    const name = describe(member);
    const shape = shapes.get(name) ?? { member, users: 0, ids: [] };
    shapes.set(name, shape);
    shape.users++;
    if (keepsIds) shape.ids.push(id);
  }
  return [...shapes].map(([name, shape]) => ({ name, ...shape }))
    .sort((a, b) => b.users - a.users);
}

/** The number of ids that are read at once. */
const PAGE = 1000;

async function* listIds(
  db: Database,
  { tables, prefix }: TableOptions,
): AsyncGenerator<string> {
  const { name, columns } = tables?.users ?? { name: `${prefix}users` };
  const column = `"${columns?.id ?? "id"}"`;
  const select = `SELECT ${column} AS id FROM ${quoteName(name)}`;
  const end = `ORDER BY 1 LIMIT ${PAGE}`;
  let rows = await db.read(`${select} ${end}`);
  while (rows.length > 0) {
    for (const { id } of rows) yield String(id);
    const last = rows.at(-1)?.id;
    rows = await db.read(`${select} WHERE ${column} > $1 ${end}`, last);
  }
}

async function readMember(
  adapter: Adapter,
  id: string,
): Promise<Member | null> {
  const user = await adapter.getUser(id);
  if (user === null) return null;
  const read = async (kind: string) => {
    try {
      return await adapter.getSecret(id, kind);
    } catch {
      // A database of an early version has no such table.
      return null;
    }
  };
  return {
    user,
    accounts: await adapter.listAccountsByUserId(id),
    passkeys: (await adapter.listAuthenticatorsByUserId(id)).length,
    password: await read("password"),
    hasFactors: await read("factors") !== null,
    hasTokens: await read("tokens") !== null,
  };
}

/** Returns the shape of a user in words. */
export function describe(member: Member): string {
  const { user: { email, emailVerified, name, image }, accounts } = member;
  const isFolded = email === email?.toLowerCase();
  return [
    email === null || email === undefined
      ? "no address"
      : `${emailVerified ? "proved" : "unproved"} address${
        isFolded ? "" : " with capital letters"
      }`,
    ...(name ? [] : ["no name"]),
    ...(image ? ["picture"] : []),
    ...accounts.filter(isOfProvider).map(toAccountText).sort(),
    ...(member.password === null
      ? []
      : [`password (${toHashForm(member.password)})`]),
    ...(member.passkeys > 0 ? ["passkey"] : []),
    ...(member.hasFactors ? ["second factor"] : []),
    ...(member.hasTokens ? ["personal tokens"] : []),
  ].join(", ");
}

/** Whether an account is one at a provider, and stands for no passkey or address. */
export function isOfProvider({ type }: StoredAccount): boolean {
  return type !== "webauthn" && type !== "email";
}

function toAccountText({ provider, access_token: token }: StoredAccount) {
  return token ? `${provider} with tokens` : provider;
}

/** The beginnings of hashes; what follows is never shown. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^\$hmac-sha256\$/, "with a pepper"],
  [/^\$2[abxy]\$|^bcrypt/, "bcrypt"],
  [/^\$?argon2/, "Argon2"],
  [/^\$scrypt\$/, "scrypt"],
  [/^scrypt[:$]/, "scrypt of Django or Werkzeug"],
  [/^\$?pbkdf2/, "PBKDF2"],
  [/^[0-9a-f]+:[0-9a-f]{128}$/, "scrypt of Better Auth or node:crypto"],
];

/** Returns how a hash was made. */
function toHashForm(hash: string): string {
  return FORMS.find(([pattern]) => pattern.test(hash))?.[1] ?? "another form";
}
