/**
 * PostgreSQL databases, and their contents as JSON.
 *
 * @module
 */

import process from "node:process";
import type { Pool } from "pg";
import type { Dump } from "./database.ts";
import type { Library } from "./library.ts";
import type { MapName, Place } from "./place.ts";

/** The server that the test scripts have started; without one, flows are left out. */
export const server: string | undefined = process.env["TEST_POSTGRES_URL"];

/** Creates a database; `foreign` has the statements of another library. */
export async function openPostgres(
  { postgres, pg, tables: maps }: Library,
  { map, foreign, found }: {
    readonly map: MapName | undefined;
    readonly foreign: string;
    readonly found: Dump | null;
  },
): Promise<Place> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const name = `compat_${crypto.randomUUID().replaceAll("-", "")}`;
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(server ?? "");
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 4 });
  const schema: string[] = [];
  if (found === null && foreign !== "") {
    schema.push(foreign);
    await pool.query(foreign);
  }
  if (found !== null) await restore(pool, found);
  const tables = map && maps[map];
  return {
    start: async () => {
      const { statements } = await postgres.migratePostgres(pool, { tables });
      // Those of later starts change nothing.
      if (schema.length < 2) schema.push(...statements);
      return {
        adapter: postgres.createPostgresAdapter(pool, { tables }),
        store: postgres.createPostgresStore(pool, { tables }),
      };
    },
    dump: async () => ({ schema, rows: await readRows(pool) }),
    close: async () => {
      await pool.end();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}

/** Reads all rows, as text that tells all values apart. */
export async function readRows(pool: Pool): Promise<Dump["rows"]> {
  const { rows: tables } = await pool.query(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const found: Record<string, Readonly<Record<string, unknown>>[]> = {};
  for (const { name } of tables) {
    const text =
      `SELECT row_to_json(t) AS row FROM "${name}" t ORDER BY t::text`;
    found[name] = (await pool.query(text)).rows.map(({ row }) => row);
  }
  return found;
}

/** Fills an empty database. */
export async function restore(
  pool: Pool,
  { schema, rows }: Dump,
): Promise<void> {
  const client = await pool.connect();
  for (const statement of schema) await client.query(statement);
  const tables = Object.keys(rows).map((name) => `"${name}"`).join(", ");
  // The statements of another library have its rows as they were before.
  await client.query(`TRUNCATE ${tables}`);
  // Rows may come before those that they refer to.
  await client.query("SET session_replication_role = replica");
  for (const [table, all] of Object.entries(rows)) {
    const text =
      `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`;
    await client.query(text, [JSON.stringify(all)]);
  }
  client.release(true);
}
