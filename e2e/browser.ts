import process from "node:process";
import { provider } from "./settings.ts";

const executablePath = process.env.CHROMIUM_PATH;

/**
 * The development pages of oidc-provider wait for a web font; there may be no
 * network.
 */
const withoutNetwork =
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";
const isLocal = provider.issuer?.startsWith("http://localhost:");

/**
 * The launch options of the browser; without a path, the one that Playwright
 * has installed.
 */
export const launchOptions = {
  ...(executablePath && { executablePath }),
  args: [
    // Containers run the tests as root, and the tests visit only their own
    // pages.
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
