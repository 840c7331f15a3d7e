/**
 * The application on plain http at an address of this machine other than
 * localhost: browsers treat such a site differently.
 */

import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, test } from "./fixtures.ts";
import { App, authCookies, cookiesOf, PasswordForm } from "./pages.ts";
import { startedElsewhere } from "../settings.ts";

/** An address at which a container or a local network reaches this machine. */
const address = Object.values(networkInterfaces()).flat()
  .find((one) => one?.family === "IPv4" && !one.internal)?.address;

let server: Server;
let origin: string;

test.skip(!!startedElsewhere, "needs the account that these tests set up");
test.skip(address === undefined, "this machine has no address but its own");

test.beforeAll(async ({ baseURL }) => {
  const { port } = new URL(baseURL ?? "");
  server = createServer((socket) => {
    const inner = connect(Number(port), "127.0.0.1");
    const end = () => void [socket, inner].forEach((one) => one.destroy());
    socket.on("error", end).on("close", end).pipe(inner);
    inner.on("error", end).on("close", end).pipe(socket);
  });
  await new Promise<void>((done) => server.listen(0, address, done));
  origin = `http://${address}:${(server.address() as AddressInfo).port}`;
});

test.afterAll(() => void server.close());

test.beforeEach(() => {
  const isExpress = test.info().project.name === "one origin";
  test.skip(!isExpress, "is about the Express application");
});

test("a user signs in from the application's page with its style sheet, and signs out", async ({ page, context }) => {
  const app = new App(page);
  const styles = page.waitForResponse(/\/styles\.css$/);
  const answer = await page.goto(`${origin}/`);
  expect((await styles).status()).toBe(200);
  expect((await styles).url()).toBe(`${origin}/styles.css`);
  expect(answer?.headers()["content-security-policy"])
    .not.toContain("upgrade-insecure-requests");
  await page.getByRole("link", { name: "More ways to sign in" }).click();
  await new PasswordForm(page).signIn();
  await expect(page).toHaveURL(`${origin}/`);
  await expect(app.heading).toHaveText("Hello, A Guest");
  expect(await cookiesOf(context, authCookies.session)).toHaveLength(1);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(`${origin}/`);
  expect(await cookiesOf(context, authCookies.session)).toEqual([]);
});

test("a user returns to the guarded page", async ({ page }) => {
  await page.goto(`${origin}/protected?item=42`);
  await new PasswordForm(page).signIn();
  await expect(page).toHaveURL(`${origin}/protected?item=42`);
});
