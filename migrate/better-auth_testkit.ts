/** Shared by the tests of the bridge for Better Auth: cookies like its own. */

import { CompactEncrypt } from "jose";
import { createHmac } from "node:crypto";
import type { BetterAuthRecords } from "@latchkey/auth/migrate/better-auth";
import { NOW } from "./bridge_testkit.ts";
import { deriveKey } from "./engine/jwe.ts";

/** The secret of the test vectors. */
export const secret = "fake-better-auth-secret-for-vectors-0123456789";

/** Cookies that the published package made. */
export const vectors = {
  B1:
    "EyScHOnHDQUapwQlQt6YfV2jsKa2aBGx.m3HTM8%2FrtgWJqup%2BvaerSJ7f8KwGf%2BzELBdO1bWuM50%3D",
  B2:
    "eyJzZXNzaW9uIjp7InNlc3Npb24iOnsiZXhwaXJlc0F0IjoiMjAyNi0xMS0yOVQwNToyMzoyMi4xMzNaIiwidG9rZW4iOiJFeVNjSE9uSERRVWFwd1FsUXQ2WWZWMmpzS2EyYUJHeCIsImNyZWF0ZWRBdCI6IjIwMjYtMTEtMjJUMDU6MjM6MjIuMTMzWiIsInVwZGF0ZWRBdCI6IjIwMjYtMTEtMjJUMDU6MjM6MjIuMTMzWiIsImlwQWRkcmVzcyI6IiIsInVzZXJBZ2VudCI6IiIsInVzZXJJZCI6IlJkMFdnN3hkTTlQTTI1SXk1a241S3JWSUxhYkd1ekRkIiwiaWQiOiJxbFNlSlA0TWRQVWMzTXlqQWZIVEJrdU9aeWNNS2VhNiJ9LCJ1c2VyIjp7Im5hbWUiOiJBIiwiZW1haWwiOiJhQGIuZXhhbXBsZSIsImVtYWlsVmVyaWZpZWQiOmZhbHNlLCJpbWFnZSI6bnVsbCwiY3JlYXRlZEF0IjoiMjAyNi0xMS0yMlQwNToyMzoyMi4xMjlaIiwidXBkYXRlZEF0IjoiMjAyNi0xMS0yMlQwNToyMzoyMi4xMjlaIiwiaWQiOiJSZDBXZzd4ZE05UE0yNUl5NWtuNUtyVklMYWJHdXpEZCJ9LCJ1cGRhdGVkQXQiOjE3OTUzMjUwMDIxMzQsInZlcnNpb24iOiIxIn0sImV4cGlyZXNBdCI6MTgyOTMyNTAwMjEzNCwic2lnbmF0dXJlIjoiNnZVT0FlVEdpSm5vR29kcW9abVBRcnpnbzhfWi12SmhfcVhaaVpfMlpvVSJ9",
  B3:
    "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoid1hYaUI2NmZoaVdNMy1qeXVJRm9ZSFVmSU5aNHNOZWJBRjVtS2hQVUpJcyJ9..iCTIxwhgAB9rM84OGjKGUA.LYZxPzQPBgX40En0f28d0A4yDbB7C_SaqYncplLwey0hMOMDKpnJH8byjmu2Z9WHtQBKGhGPO94kc97IgdeBQmDLhSyH8VjSXAlgHDP1QU1nx_njzAksxSsZIFjlDYi9vC8_G-LpkmmwvOP3NdCKbwHb40XwyEH-6XnwE2D4pvtMvB55s-3BGPaNPreGrLyvm5CPvy3-vvQsprHwPZYAOlRJuK-XKEbFvpX_28q9vnrrQ5EZpSgRSUOayLVeh63u_NrIEnogU4HbpH9dhXEPyxHuNHCxLXIgNAbQlCyjrkb5Rn4qzMykEUa_aEJ1W3gYW9NPmEuFNTdrISHdUv7b4qsKinszwpjKbMKvHwXzXiv-HZ0Z1g67XLuHMy1P4zOEEt89DTyMzFCB-s9MpIJPmN_yIIiOQX981JQO3XZ7NBdcrVZ9_04-PSEuV5j_XP5a.FCqxFdLSdHg740R7pSk2VBcjw1UXPs8t3IEAOhLBB08",
  B4:
    "eyJhbGciOiJIUzI1NiJ9.eyJzZXNzaW9uIjp7ImlkIjoiczEiLCJ0b2tlbiI6InQxIiwidXNlcklkIjoidXNlci0xIiwiY3JlYXRlZEF0IjoiMjAyNi0xMS0yMlQwNTowMDowMC4wMDBaIiwiZXhwaXJlc0F0IjoiMjAzMC0wMS0wMVQwMDowMDowMC4wMDBaIn0sInVzZXIiOnsiaWQiOiJ1c2VyLTEiLCJlbWFpbCI6ImFkYUBleGFtcGxlLmNvbSIsImVtYWlsVmVyaWZpZWQiOnRydWV9LCJ1cGRhdGVkQXQiOjE3OTUzMjQwMDAwMDAsInZlcnNpb24iOiIxIiwiaWF0IjoxNzk1MzI1MDAxLCJleHAiOjIxMTA2ODUwMDF9.5p0rltGuOIczjbOcCGvtv46j5OhAwMYuBWAeloA61XI",
} as const;

/** The names of the cookies on plain http. */
export const TOKEN = "better-auth.session_token";
export const DATA = "better-auth.session_data";
export const ACCOUNT = "better-auth.account_data";
export const DONT_REMEMBER = "better-auth.dont_remember";

/** Signs a cookie as Better Auth does. */
export function signCookie(value: string, key: string = secret): string {
  const signature = createHmac("sha256", key).update(value).digest("base64");
  return encodeURIComponent(`${value}.${signature}`);
}

/** Encrypts the content of a cookie as Better Auth does. */
export async function encrypt(
  use: "session" | "account",
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const iat = NOW / 1000;
  const text = JSON.stringify({ iat, exp: iat + 3600, ...claims });
  const key = await deriveKey(secret, {
    salt: `better-auth-${use}`,
    info: "BetterAuth.js Generated Encryption Key",
  }, 64);
  return await new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" }).encrypt(key);
}

/** The token of {@link createRecords}. */
export const token = "t".repeat(32);

/** Changes of records. */
export interface Changes {
  readonly session?: Readonly<Record<string, unknown>>;
  readonly user?: Readonly<Record<string, unknown>>;
}

/** Creates a session as a PostgreSQL driver returns it. */
export function createRecords(changes: Changes = {}): BetterAuthRecords {
  return {
    session: {
      id: "session-1",
      token,
      userId: "user-1",
      createdAt: new Date(NOW - 2 * 3_600_000),
      updatedAt: new Date(NOW - 3_600_000),
      expiresAt: new Date(NOW + 86_400_000),
      ipAddress: "",
      userAgent: "",
      ...changes.session,
    },
    user: {
      id: "user-1",
      name: "Ada",
      email: "ada@example.com",
      emailVerified: false,
      image: null,
      ...changes.user,
    },
  };
}
