/**
 * For tests only: a process that makes an instance with a provider that never
 * answers, and then has nothing left to do. It prints if it asks the provider.
 *
 * @module
 */

import process from "node:process";
import { createAuth, customFetch } from "@latchkey/auth";
import { makeKeys } from "./fapi_testkit.ts";

const { privateKey } = await makeKeys();
createAuth({
  secret: "a random text of at least 32 characters",
  providers: [{
    id: "bank",
    name: "Bank",
    type: "oidc",
    issuer: "https://login.bank.example",
    clientId: "shop",
    profile: "fapi2",
    token: { clientPrivateKey: privateKey },
    [customFetch]: () => {
      process.stdout.write("asked");
      return new Promise(() => {});
    },
  }],
});
// A server stays.
if (process.argv[2] === "serve") setTimeout(() => process.exit(), 60_000);
