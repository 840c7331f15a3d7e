/**
 * A plain provider of the package `oidc-provider`: its development pages, which
 * accept every name and password and then ask for consent, and no setting
 * except one client. It is for running the tests against an external provider.
 *
 *   E2E_CLIENT_ID=... E2E_CLIENT_SECRET=... \
 *     deno run -A e2e/servers/plain_provider.ts <port> <redirect URI>
 */
import process from "node:process";
import { Provider } from "oidc-provider";
import { endWithStarter } from "../starter.ts";

const [port = "4400", redirectUri = ""] = process.argv.slice(2);
const issuer = `http://localhost:${port}`;

const provider = new Provider(issuer, {
  clients: [{
    client_id: process.env.E2E_CLIENT_ID,
    client_secret: process.env.E2E_CLIENT_SECRET,
    redirect_uris: [redirectUri],
  }],
});

endWithStarter();
provider.listen(Number(port), () => process.stdout.write(`${issuer}\n`));
