/**
 * The version that these sources are.
 *
 * @module
 */

import * as auth from "@latchkey/auth";
import * as postgres from "@latchkey/auth/adapters/postgres";
import * as sqlite from "@latchkey/auth/adapters/sqlite";
import * as tables from "@latchkey/auth/adapters/tables";
import * as passkey from "@latchkey/auth/providers/passkey";
import * as password from "@latchkey/auth/providers/password";
import * as testing from "@latchkey/auth/testing";
import pg from "pg";
import type { Library } from "./library.ts";

/** Its entries. */
export const today: Library = {
  auth,
  sqlite,
  postgres,
  pg,
  tables,
  passkey,
  password,
  testing,
};
