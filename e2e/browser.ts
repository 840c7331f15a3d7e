import process from "node:process";
import { provider, startedElsewhere } from "./settings.ts";

const executablePath = process.env.CHROMIUM_PATH;

/** Everything that the tests need is on this machine. */
const isLocal = !startedElsewhere &&
  ["localhost", "127.0.0.1", undefined].includes(
    provider.issuer && new URL(provider.issuer).hostname,
  );

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
    // A page that loads a font from elsewhere must not wait for a network that may be absent.
    ...(isLocal
      ? [
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      ]
      : []),
  ],
};
