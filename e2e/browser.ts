import process from "node:process";

const executablePath = process.env.CHROMIUM_PATH;

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
  ],
};
