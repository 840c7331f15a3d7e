/**
 * Recognises domains below which others can have names: those of registries by
 * the shape of the name, those of hosting platforms by a table. The Public
 * Suffix List is more complete, but larger than this library; in case of doubt,
 * a domain counts as shared.
 *
 * @module
 */

/** Classifies who controls the names directly below a domain. */
export type SuffixKind =
  /** A registry sells them to anyone. */
  | "registry"
  /** A platform gives one to each customer. */
  | "shared"
  /** A registry may sell them: some of its suffixes look like this. */
  | "unclear"
  /** The owner of the domain decides. */
  | "own";

/** Platforms that give customers a name directly below their domain. */
const SHARED: ReadonlySet<string> = new Set(
  `altervista.org alwaysdata.net amplifyapp.com app.github.dev app.render.com
  appwrite.network azure-api.net b-cdn.net back4app.io beget.app bitbucket.io
  blogspot.com bolt.host bubbleapps.io bunny.run carrd.co clever-cloud.com
  cleverapps.io cloudapps.digital cloudfront.net cloudfunctions.net
  codeberg.page codesandbox.io csb.app cyclic.app ddns.net dedyn.io deno.dev
  deno.net deta.app devtunnels.ms discordsays.com dnsalias.com
  dreamhosters.com duckdns.org dyndns.org dynv6.net e2b.app easypanel.host
  edgecompute.app edgeone.app encr.app fastly-edge.com firebaseapp.com
  firewalledreplit.co fireweb.app flutterflow.app fly.dev framer.app
  framer.website freeddns.org ghost.io gigalixirapp.com github.dev github.io
  githubpreview.dev gitlab.io glitch.me hasura.app herokuapp.com hf.space
  homeip.net hopto.org hostingersite.com is-a.dev jpn.com kinsta.app kinsta.page
  koyeb.app lhr.life loca.lt localto.net lovable.app lovableproject.com
  meteorapp.com modal.run myshopify.com netlify.app netlify.com ngrok-free.app
  ngrok-free.dev ngrok.app ngrok.dev ngrok.io ngrok.pizza nip.io no-ip.org
  now.sh on-fleek.app ondigitalocean.app onporter.run onrender.com pages.dev
  pantheonsite.io plesk.page pythonanywhere.com r2.dev readthedocs.io
  render.com repl.co repl.run replit.app scalingo.io serveo.net spheron.app
  srht.site sslip.io stackblitz.io streamlit.app supabase.co surge.sh
  tailscale.net trafficmanager.net translate.goog trycloudflare.com ts.net
  uberspace.de val.run vercel.app vercel.com vercel.dev vercel.run vercel.sh
  wasmer.app web.app webcontainer.io webflow.io wixsite.com wixstudio.com
  wordpress.com workers.dev wpenginepowered.com xip.io zapto.org zeabur.app`
    .split(/\s+/),
);

/** Platforms that have regions or products between their domain and a customer's name. */
const DEEPLY_SHARED =
  `amazonaws.com amazonaws.com.cn api.aws appspot.com awsapprunner.com
  azurecontainer.io azurecontainerapps.io azureedge.net azurefd.net
  azurestaticapps.net azurewebsites.net cloud.goog cloudapp.azure.com
  cloudapp.net code.run elasticbeanstalk.com eu.org gitpod.io northflank.app
  on.aws openshiftapps.com oraclecloud.com platform.sh platformsh.site
  railway.app replit.dev run.app windows.net`.split(
    /\s+/,
  );

/** Top-level domains that no registry operates (RFC 6761, and `internal`). */
const PRIVATE: ReadonlySet<string> = new Set([
  "example",
  "internal",
  "invalid",
  "local",
  "test",
]);

/** Second-level names that registries use instead of their bare country code. */
const GENERIC: ReadonlySet<string> = new Set(
  `ac aero agric arts assn asso avocat biz business club co com commune conf
  coop ebiz ed edu firm game gen go gob gouv gov govt gr health hotel id idv
  ind inf info internet intl isla ltd med medecin mi mil mobi muni museum
  musica mutual name ne net nom nome notaires or org other perso pharmaciens
  plc police press presse priv pro prof publ riik sch school store tm tourism
  travel univ veterinaire web xn--55qx5d xn--io0a7i`.split(/\s+/),
);

/** Top-level domains below which names of places and trades are suffixes, too. */
const PLACES: ReadonlySet<string> = new Set(
  "aero arpa bd bj bo br ck er fk fr hu it jm jp kh kr mm museum no np nz pg pl pro se ua us"
    .split(" "),
);

/** Second-level names below which there is a second level of suffixes. */
const NESTED: ReadonlySet<string> = new Set(["edu", "gov", "nom", "sch"]);

/** Decides who controls the names directly below a domain. */
export function toSuffixKind(domain: string): SuffixKind {
  if (domain === "localhost" || domain.endsWith(".localhost")) return "own";
  const labels = domain.split(".");
  const [tld = "", second = "", third] = labels.toReversed();
  if (second === "") return PRIVATE.has(tld) ? "unclear" : "registry";
  const isShared = SHARED.has(domain) ||
    DEEPLY_SHARED.some((one) => domain === one || domain.endsWith(`.${one}`));
  if (isShared) return "shared";
  const isCountry = /^(?:..|xn--.*)$/.test(tld);
  if (third === undefined) {
    if (isCountry && GENERIC.has(second)) return "registry";
    const isShort = second.length <= (isCountry ? 3 : 2);
    return isShort || PLACES.has(tld) || isCountry && second.startsWith("xn--")
      ? "unclear"
      : "own";
  }
  return isNested(tld, second, labels.length) ? "unclear" : "own";
}

/** Whether a third or fourth label may still belong to the registry. */
function isNested(tld: string, second: string, length: number): boolean {
  switch (tld) {
    case "us":
      return second.length === 2 && length <= 4;
    case "jp":
      return second.length > 2 && length === 3;
    case "no":
      return length === 3;
    default:
      return length === 3 && NESTED.has(second);
  }
}
