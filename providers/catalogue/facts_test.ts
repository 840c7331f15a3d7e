import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OAuth2Config, OIDCConfig } from "@latchkey/auth/providers";
import { differences } from "./differences_testkit.ts";
import { type ProviderRow, readRows } from "./facts_testkit.ts";
import { fill } from "./paths_testkit.ts";
import { type Setup, toSetup } from "./setup_testkit.ts";
import { load, toOptions } from "./sign_in_testkit.ts";

/** Statements about a provider, by their name. */
type Statements = Readonly<Record<string, unknown>>;

/** The provider as it is made with its required options. */
async function make(setup: Setup): Promise<OAuth2Config | OIDCConfig> {
  const factory = await load(setup.row.id);
  return factory(await toOptions(setup)) as OAuth2Config | OIDCConfig;
}

/** The statements of the facts. */
function readFacts({ row, values, issuer = "" }: Setup): Statements {
  const { refresh } = row;
  const known = { ...values, issuer };
  const toUrl = (text: string | undefined) => text && fill(text, known);
  return {
    name: row.name,
    brandColor: row.brandColor,
    emailTrust: row.emailTrust,
    scopeSeparator: row.scopes.separator,
    "refresh.supported": refresh.supported ?? true,
    "refresh.url": refresh.url,
    "refresh.scopes": refresh.needs?.scopes ?? [],
    "refresh.params": refresh.needs?.params ?? {},
    "refresh.cumulative": refresh.cumulative ?? {},
    "refresh.rotates": refresh.rotates,
    "refresh.graceSeconds": refresh.graceSeconds,
    "refresh.accessTokenSeconds": refresh.accessTokenSeconds,
    "refresh.refreshTokenSeconds": refresh.refreshTokenSeconds,
    revocation: toUrl(row.revocation),
    revocationRequest: row.revocationRequest ?? {},
    endSession: toUrl(row.endSession),
    backchannelLogout: row.backchannelLogout ?? false,
  };
}

/** The statements of the definition. */
function readDefinition(
  provider: OAuth2Config | OIDCConfig,
  row: ProviderRow,
): Statements {
  const { refresh = {}, tokens = {}, placeholders = {}, endSession } = provider;
  const { url: revocation, ...revocationRequest } =
    typeof provider.revocation === "object"
      ? provider.revocation
      : { url: provider.revocation };
  // The defaults of placeholders; the others are filled already.
  const defaults = Object.entries(placeholders).map(([name, value]) => [
    name,
    value ?? "",
  ]);
  const toUrl = (text: string | undefined) =>
    text && fill(text, Object.fromEntries(defaults));
  return {
    name: provider.name,
    brandColor: provider.style?.brandColor,
    emailTrust: toTrust(provider, row),
    scopeSeparator: provider.scopeSeparator ?? " ",
    "refresh.supported": tokens.refresh !== false,
    "refresh.url": refresh.url,
    "refresh.scopes": refresh.scopes ?? [],
    "refresh.params": refresh.params ?? {},
    "refresh.cumulative": refresh.cumulative ?? {},
    "refresh.rotates": tokens.rotates,
    "refresh.graceSeconds": tokens.replaced,
    "refresh.accessTokenSeconds": tokens.access,
    "refresh.refreshTokenSeconds": tokens.refresh || undefined,
    revocation: toUrl(revocation),
    revocationRequest,
    endSession: toUrl(
      typeof endSession === "object" ? endSession.url : endSession,
    ),
    backchannelLogout: provider.backchannelLogout ?? false,
  };
}

/** A function reads a claim. Without an address, there is nothing to trust. */
function toTrust(
  { emailTrust = "claim" }: OAuth2Config | OIDCConfig,
  row: ProviderRow,
): string {
  if (typeof emailTrust === "function") return "claim";
  return row.emailTrust === "none" && emailTrust !== "always"
    ? "none"
    : emailTrust;
}

const rows = await readRows();

describe("a definition and the facts about its provider", () => {
  for (const row of rows) {
    it(`${row.id} has the name, the colour, and the data about its tokens`, async () => {
      const setup = toSetup(row, true);
      const facts = readFacts(setup);
      const definition = readDefinition(await make(setup), row);
      const reasons = differences[row.id] ?? {};
      for (const [name, fact] of Object.entries(facts)) {
        const said = definition[name];
        if (reasons[name] === undefined) assert.deepEqual(said, fact, name);
        else assert.notDeepEqual(said, fact, name);
      }
      for (const name of Object.keys(reasons)) assert.ok(name in facts, name);
    });
  }
});

describe("what the facts say of ids and addresses", () => {
  for (const { id, subject, emailTrust, emailSource } of rows) {
    it(`${id} says whether the id of a user can name another person`, () => {
      const { kind, passes, because } = subject ?? assert.fail("no subject");
      assert.ok(["assigned", "promised", "chosen"].includes(kind), kind);
      if (kind === "chosen") assert.ok(passes ?? because);
    });
    it(`${id} names the source of a trusted address`, () => {
      const trusts = emailTrust === "claim" || emailTrust === "always";
      assert.equal(emailSource?.startsWith("https://") ?? false, trusts);
    });
  }
});

describe("the list of differences", () => {
  it("the differences name only providers that have facts", () => {
    const ids = rows.map(({ id }) => id);
    for (const id of Object.keys(differences)) assert.ok(ids.includes(id), id);
  });
});
