import process from "node:process";
import { provider } from "./settings.ts";

const executablePath = process.env.CHROMIUM_PATH;

/** The development pages of oidc-provider wait for a font; the network may be absent. */
const withoutNetwork =
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";
const isLocal = provider.issuer?.startsWith("http://localhost:");

/** How to start the browser; without a path it is the one that Playwright has installed. */
export const launchOptions = {
  ...(executablePath && { executablePath }),
  args: [
    // Containers run the tests as root, and the tests see no page but their own.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    ...(isLocal ? [withoutNetwork] : []),
  ],
};
