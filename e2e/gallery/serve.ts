/**
 * The built-in pages, each at its name, with the headers of a site:
 * `/sign-in?lang=de&color=tomato`.
 *
 *   deno run -A e2e/gallery/serve.ts <port>
 */
import axe from "axe-core/axe.min.js";
import type { IncomingMessage } from "node:http";
import { readFile } from "node:fs/promises";
import process from "node:process";
import type { PageModel } from "../../core/config/pages/page_models.ts";
import type { Theme } from "../../core/model/theme.ts";
import { SCRIPT } from "../../core/pages/forms/webauthn_script.ts";
import { present } from "../../core/pipeline/present.ts";
import type { Answer } from "../../core/pipeline/answer.ts";
import { createLog } from "../../core/runtime/log.ts";
import { closeAtEnd } from "../../examples/demo/demo.ts";
import {
  listenOnLoopback,
  type LoopbackServer,
} from "../../examples/demo/loopback.ts";
import { endWithStarter } from "../starter.ts";
import { toScenes } from "./scenes.ts";

/** The logo of an application that has one. */
const LOGO =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='9' fill='#1e5eff'/><path d='M11 9h11v3.5h-7v2h6v3.4h-6v2.1h7v3.5H11z' fill='#fff'/></svg>";

/** Any question will do: no authenticator answers it. */
const QUESTION = { options: { challenge: "AAAA", rpId: "localhost" } };

/** The browser stays where it is. */
const NOTHING: Answer = { status: 204, headers: [], body: null };

const log = createLog({}, false, []);

/** Serves the pages on a port. */
export async function startGallery(port: number): Promise<LoopbackServer> {
  const origin = `http://localhost:${port}`;
  const scenes = toScenes(origin);
  const files = await toFiles([...scenes.keys()]);
  return await listenOnLoopback(async (request, response) => {
    const { status, headers, body } = await answer(request);
    response.writeHead(status, Object.fromEntries(headers));
    response.end(body !== null && "html" in body ? body.html : null);
  }, port);

  async function answer({ url = "", method }: IncomingMessage) {
    const { pathname, searchParams: query } = new URL(url, origin);
    // Each form leads to this page.
    const name = method === "POST" ? "signed-out" : pathname.slice(1);
    const model = scenes.get(name);
    return model === undefined
      ? files.get(pathname) ?? NOTHING
      : await show(model, query, origin);
  }
}

async function show(
  model: PageModel,
  query: URLSearchParams,
  origin: string,
): Promise<Answer> {
  const answer = await present(model, 200, {
    origin,
    acceptLanguage: query.get("lang"),
    settings: {
      theme: toTheme(query.get("color")),
      pages: {},
      locale: null,
      corsOrigins: [],
      words: {},
      log,
    },
  });
  return { ...answer, headers: [...answer.headers, toType("text/html")] };
}

/** One with a colour has no logo: its tile takes the colour. */
function toTheme(brandColor: string | null): Theme {
  return {
    name: "Example",
    ...(brandColor === null ? { logo: "/logo.svg" } : { brandColor }),
    links: { terms: "/terms", privacy: "/privacy", help: "/help" },
  };
}

async function toFiles(
  names: readonly string[],
): Promise<ReadonlyMap<string, Answer>> {
  const json = "application/json";
  const look = await readFile(new URL("look.js", import.meta.url), "utf8");
  return new Map([
    ["/", toFile(json, JSON.stringify(names))],
    ["/logo.svg", toFile("image/svg+xml", LOGO)],
    ["/look.js", toFile("text/javascript", look)],
    ["/axe.js", toFile("text/javascript", axe.source)],
    ["/auth/webauthn-script", toFile("text/javascript", SCRIPT)],
    [
      "/auth/webauthn-options/passkey",
      toFile(json, JSON.stringify(QUESTION)),
    ],
  ]);
}

function toFile(type: string, text: string): Answer {
  return { status: 200, headers: [toType(type)], body: { html: text } };
}

function toType(type: string): [string, string] {
  return ["content-type", `${type}; charset=utf-8`];
}

if (import.meta.main) {
  endWithStarter();
  const gallery = await startGallery(Number(process.argv[2]));
  closeAtEnd(gallery.close);
}
