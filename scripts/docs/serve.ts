/**
 * Shows the documentation while it is written: `deno task docs`.
 *
 * @module
 */

import { root } from "../command.ts";
import { sources, workshop } from "./place.ts";
import { stage } from "./stage.ts";
import { prepareVitePress, toVitePress } from "./vitepress.ts";

/** Pages are staged again when nothing has changed for so many milliseconds. */
const PAUSE = 200;

async function follow(): Promise<void> {
  const places = ["docs", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
  const watcher = Deno.watchFs(places.map((place) => root + place));
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const { kind } of watcher) {
    if (kind === "access") continue;
    clearTimeout(timer);
    timer = setTimeout(() => void stage(), PAUSE);
  }
}

await prepareVitePress();
await stage();
const { command, args } = await toVitePress("dev", sources, ...Deno.args);
const server = new Deno.Command(command, { args, cwd: workshop }).spawn();
void follow();
Deno.exit((await server.status).code);
