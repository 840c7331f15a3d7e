import type { Provider } from "@latchkey/auth";
import facts from "../../providers/catalogue/facts.json" with { type: "json" };

/** Values of the options that some providers require. */
const values: Readonly<Record<string, string>> = {
  issuer: "https://login.acme.example",
  domain: "login.acme.example",
  tenant: "acme",
  baseUrl: "https://login.acme.example",
  accountId: "acme",
  userinfo: "https://login.acme.example/me",
  apiKey: "an API key",
  appName: "an application",
  policy: "sign-in",
};

/** Makes the OAuth and OpenID Connect providers of the catalogue, as an application does. */
export async function makeCatalogue(): Promise<Provider[]> {
  const rows = facts.filter(({ type }) => type === "oauth" || type === "oidc");
  const { privateKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign"],
  );
  return await Promise.all(rows.map(async ({ id, options }) => {
    const module = await import(`@latchkey/auth/providers/${id}`);
    const required = (options ?? []).filter((option) => option.required)
      .map(({ name }) => [name, values[name]]);
    return module.default({
      clientId: "client",
      clientSecret: "a client secret of 32 characters or more",
      ...Object.fromEntries(required),
      ...(id === "login-gov" ? { privateKey } : {}),
    });
  }));
}
