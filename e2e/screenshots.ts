// deno-lint-ignore-file no-console -- a program for a terminal

/**
 * Takes the pictures in `docs/`: of each built-in page, light, dark and on a
 * phone, some in other languages, and of the demo.
 */
import { type Browser, chromium, type Page } from "@playwright/test";
import { mkdir, rm, writeFile } from "node:fs/promises";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { findBrowser } from "../scripts/browser.ts";
import { startDemo } from "../examples/demo/demo.ts";
import { launchOptions } from "./browser.ts";
import { useDatabase } from "./servers/database.ts";
import { startGallery } from "./gallery/serve.ts";
import { App } from "./specs/pages.ts";
import { ProviderLogin } from "./specs/provider_login.ts";
import { ports } from "./settings.ts";

const docs = fileURLToPath(new URL("../docs/", import.meta.url));
const folder = `${docs}screenshots/`;

/** The pages by scene, with their titles in the index. */
const shown = {
  "sign-in": "Sign in",
  "sign-in-eight": "Many providers",
  "sign-in-password": "A password, a link by mail, or a passkey",
  "sign-in-last-used": "The way that was used last",
  "sign-in-wrong-password": "A wrong password",
  "signed-in": "Signed in already",
  "confirm": "Before something that needs a fresh sign-in",
  "resume": "Before a form is continued",
  "not-sent": "A form that could not be kept",
  "not-sent-other-user": "A form of another user",
  "sent-before": "A form that was sent before",
  "mail-sent": "A mail was sent",
  "mail-link": "A link opened in another browser",
  "mail-code": "A link that confirms an address, opened elsewhere",
  "link-expired": "A link that has expired",
  "other-ways": "An address with an account",
  "sign-up": "Sign up",
  "sign-up-full": "Sign up, password first",
  "sign-up-closed": "Sign up by invitation",
  "reset": "A forgotten password",
  "reset-expired": "A link about a password that has expired",
  "new-password": "Choose a password",
  "sign-out": "Sign out",
  "signed-out": "Signed out",
  "passkey-added": "A passkey was added",
  "passkey-removed": "A passkey was removed",
  "error-try-again": "An error that another try may mend",
  "error-contact": "An error that only the operator can mend",
  "error-limited": "Too many attempts",
  "error-denied": "No access",
  "error-other-user": "A confirmation by another user",
  "error-unproved": "A confirmation that proves too little",
};

const languages = { en: "English", de: "German", ar: "Arabic" };

/** The pages that are shown in each of the languages. */
const translated = ["sign-in-password", "mail-sent", "sign-in-wrong-password"];

const looks = {
  light: { width: 560, colorScheme: "light" },
  dark: { width: 560, colorScheme: "dark" },
  phone: { width: 390, colorScheme: "light" },
} as const;

async function showPages(browser: Browser, url: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [look, { width, colorScheme }] of Object.entries(looks)) {
    const page = await browser.newPage({
      baseURL: url,
      colorScheme,
      viewport: { width, height: 560 },
    });
    for (const name of Object.keys(shown)) {
      await take(page, `/${name}`, `${folder}${name}-${look}.webp`);
    }
    for (const name of look === "light" ? translated : []) {
      for (const lang of Object.keys(languages)) {
        const path = `/${name}?lang=${lang}`;
        await take(page, path, `${folder}${name}-${lang}.webp`);
      }
    }
    await page.close();
  }
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({
      baseURL: url,
      colorScheme,
      viewport: { width: 560, height: 560 },
      deviceScaleFactor: 2,
    });
    await take(page, "/sign-in-eight", `${docs}sign-in-${colorScheme}.png`);
    await page.close();
  }
}

/** Takes a picture of a whole page: a PNG, or a WebP, which is smaller. */
async function take(page: Page, path: string, file: string): Promise<void> {
  await page.goto(path);
  if (file.endsWith(".webp")) {
    await writeFile(file, await captureWebp(page), "base64");
  } else {
    await page.screenshot({ path: file, fullPage: true });
  }
  console.log(file.slice(docs.length));
}

/** Playwright has no WebP. */
async function captureWebp(page: Page): Promise<string> {
  const tab = await page.context().newCDPSession(page);
  const { cssContentSize } = await tab.send("Page.getLayoutMetrics");
  const { data } = await tab.send("Page.captureScreenshot", {
    format: "webp",
    quality: 80,
    captureBeyondViewport: true,
    clip: { ...cssContentSize, scale: 1 },
  });
  return data;
}

async function showDemo(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({
    baseURL: url,
    viewport: { width: 1000, height: 640 },
    deviceScaleFactor: 2,
  });
  const app = new App(page);
  await take(page, "/", `${docs}signed-out.png`);
  await app.leaveForProvider();
  await new ProviderLogin(page).signIn();
  await app.expectSignedIn();
  await take(page, "/profile", `${docs}profile.png`);
  await page.close();
}

function toIndex(): string {
  const picture = (name: string, look: string, text: string) =>
    `![${text}](screenshots/${name}-${look}.webp)`;
  const rows = Object.entries(shown).map(([name, title]) =>
    `## ${title}

| Light | Dark | Phone |
| ----- | ---- | ----- |
| ${
      Object.keys(looks).map((look) => picture(name, look, `${title}, ${look}`))
        .join(" | ")
    } |
`
  );
  const tags = Object.keys(languages);
  const inLanguages = translated.map((name) =>
    `| ${
      tags.map((tag) => picture(name, tag, `${name}, ${tag}`)).join(" | ")
    } |`
  );
  return `# The built-in pages in pictures

\`deno task screenshots\` takes them anew. [The built-in pages](pages.md) says
how to give them your name, logo and colours.

${rows.join("\n")}
## In other languages

| ${Object.values(languages).join(" | ")} |
| ${tags.map(() => "---").join(" | ")} |
${inLanguages.join("\n")}
`;
}

const executablePath = (await findBrowser())?.path;
await useDatabase();
const gallery = await startGallery(ports.gallery);
const demo = await startDemo({ port: ports.oneOrigin });
const browser = await chromium.launch({
  ...launchOptions,
  ...(executablePath && { executablePath }),
});
try {
  await showPages(browser, `http://localhost:${gallery.port}`);
  await showDemo(browser, demo.url);
  await writeFile(`${docs}screenshots.md`, toIndex());
} finally {
  await browser.close();
  await gallery.close();
  await demo.close();
}
process.exit();
