import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { protect } from "@latchkey/auth/resource";
import {
  type Dialect,
  dialects,
  type DialectToken,
  RESOURCE,
  startDialect,
} from "./dialects_testkit.ts";

/** Sends a token of a dialect to an API that trusts its issuer. */
async function send(dialect: Dialect, token: DialectToken) {
  const { issuer, mint, op } = await startDialect(dialect);
  const lines: string[] = [];
  const log = (...parts: unknown[]) => void lines.push(parts.join(" "));
  const logger = { debug: log, info: log, warn: log, error: log };
  const api = protect({ resource: RESOURCE, issuers: [issuer], logger });
  const authorization = `Bearer ${await mint(token)}`;
  const request = new Request(RESOURCE, { headers: { authorization } });
  return { result: await api.require(request), lines, op };
}

for (const dialect of dialects) {
  describe(`tokens of ${dialect.name}`, () => {
    for (const [name, token] of Object.entries(dialect.accepted)) {
      it(`a guard reads an access token ${name}`, async () => {
        const { result, lines, op } = await send(dialect, token);
        assert.ok(!(result instanceof Response), lines.join("\n"));
        assert.ok(result.kind === "jwt");
        assert.equal(result.subject, token.subject);
        assert.equal(result.clientId, token.clientId);
        assert.deepEqual(result.scopes, token.scopes);
        assert.equal(result.issuer, op.issuer);
      });
    }
    for (const [name, token] of Object.entries(dialect.refused)) {
      it(`a guard refuses ${name}`, async () => {
        const { result, lines } = await send(dialect, token);
        assert.ok(result instanceof Response);
        assert.equal(result.status, 401);
        assert.match(lines.join("\n"), /^\S*invalid_token/);
      });
    }
  });
}
