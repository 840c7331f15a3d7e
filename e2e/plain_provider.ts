/**
 * A provider as the package `oidc-provider` makes it: its development pages, which accept every
 * name and password and then ask for consent, and no setting but one client. It is for trying
 * the tests against a provider that is not theirs.
 *
 *   E2E_CLIENT_ID=... E2E_CLIENT_SECRET=... \
 *     deno run -A e2e/plain_provider.ts <port> <redirect URI>
 */
import process from "node:process";
import { Provider } from "oidc-provider";
import { endWithStarter } from "./starter.ts";

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
