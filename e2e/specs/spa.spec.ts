import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import process from "node:process";
import { starter } from "../starter.ts";
import { expect, test } from "./fixtures.ts";
import { ProviderLogin } from "./provider_login.ts";

test(
  "a page on its own origin signs in, uses the API, and signs out everywhere",
  async ({ page }, { config }) => {
    const child = spawn(process.execPath, ["run", "-A", "servers/spa.ts"], {
      cwd: config.rootDir,
      env: { ...process.env, [starter]: `${process.pid}` },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      await page.goto(String((await lines.next()).value));
      const who = page.locator("#who");
      await expect(who).toHaveText("Nobody");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("button", { name: "Demo Provider" }).click();
      const login = new ProviderLogin(page);
      await login.expectShown();
      await login.user.fill("ada@example.test");
      await login.password.fill("analytical-engine");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(who).toHaveText("ada@example.test");
      await expect(page.locator("#orders")).toHaveText("Tea,Cake");
      await expect(page.locator("#devices")).toHaveText("1 devices");
      await page.getByRole("button", { name: "Sign out everywhere" }).click();
      await expect(who).toHaveText("Nobody");
    } finally {
      child.kill();
    }
  },
);
