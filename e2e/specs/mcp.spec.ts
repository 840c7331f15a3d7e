import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import process from "node:process";
import { starter } from "../starter.ts";
import { expect, test } from "./fixtures.ts";
import { ProviderLogin } from "./provider_login.ts";

function startClient(cwd: string): ChildProcess {
  return spawn(process.execPath, ["run", "-A", "servers/mcp_client.ts"], {
    cwd,
    env: { ...process.env, [starter]: `${process.pid}` },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

test(
  "a client of an MCP server leads to the provider, and calls tools after the sign-in",
  async ({ page }, { config }) => {
    const child = startClient(config.rootDir);
    try {
      if (child.stdout === null) throw new Error("The client has no output.");
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const read = async () => String((await lines.next()).value);
      await page.goto(await read());
      const login = new ProviderLogin(page);
      await login.expectShown();
      await login.user.fill("ada@example.test");
      await login.password.fill("analytical-engine");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveTitle("Signed in");
      expect(await read()).toBe("list_notes add_note");
      expect(await read()).toContain("Notes need scopes.");
      expect(await read()).toContain("Notes need scopes.");
    } finally {
      child.kill();
    }
  },
);
