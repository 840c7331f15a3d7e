/**
 * The rules of who imports whom in the library, and of texts that belong to one
 * place.
 *
 * @module
 */

/** One import or re-export of a module. */
export interface ModuleImport {
  /** A path inside the repository, a package (`jose`), or the specifier itself. */
  readonly target: string;
  readonly kind: "code" | "type" | "dynamic";
  /** True for `export ... from`, which re-exports names without using them. */
  readonly reExport: boolean;
}

/**
 * The rooms of core/ from the bottom up. A file may import from its own room
 * and from lower ones, and every file is in one of them.
 */
export const rooms: readonly string[] =
  `model errors runtime crypto http storage providers config audit request pages
  session vault rate_limits attempts accounts methods actions pipeline`.split(
    /\s+/,
  );

/** The highest room whose types adapters and providers may use. */
const HIGHEST_OF_TYPES = rooms.indexOf("config");

/**
 * The packages that the library may import, and the files that may import them.
 */
export const packages: Readonly<Record<string, readonly string[]>> = {
  "@simplewebauthn/server": ["providers/webauthn.ts"],
  jose: [
    "core/crypto/",
    "core/methods/oauth/",
    "resource/",
    "migrate/",
    "testing/",
  ],
  oauth4webapi: ["core/methods/oauth/", "resource/"],
  uqr: ["core/methods/second_factor/qr_code.ts"],
  "@builder.io/qwik": ["component/auth.qwik.ts"],
  "@builder.io/qwik-city": ["component/"],
  fastify: ["frameworks/fastify.ts", "frameworks/fastify/"],
  hono: ["frameworks/hono.ts"],
  "@sveltejs/kit": ["frameworks/sveltekit/answers.ts"],
  "@tanstack/react-router": ["frameworks/tanstack-start/answers.ts"],
  "@tanstack/react-start": ["frameworks/tanstack-start/answers.ts"],
  // A peer for the sake of bundlers alone.
  svelte: [],
  next: ["frameworks/next/"],
  "@nestjs/common": ["frameworks/nest/common.ts"],
  "@nestjs/core": ["frameworks/nest/core.ts"],
  "@nestjs/websockets": ["frameworks/nest/guard.ts"],
  // The build puts them into the entry for Qwik 2.
  "@qwik.dev/core": [],
  "@qwik.dev/router": [],
  nodemailer: ["core/providers/smtp.ts"],
  react: ["client/react.ts"],
  "solid-js": ["client/solid.ts"],
  vue: ["client/vue.ts"],
  parse5: ["testing/html_elements.ts"],
};
/** Those that an application need not install. */
export const optional = [
  "@simplewebauthn/server",
  "nodemailer",
  "parse5",
];

/**
 * Framework integrations, which use the pipeline and contain no logic of their
 * own.
 */
const glue = [
  "server.ts",
  "server/",
  "component.ts",
  "component/",
  "frameworks/",
];
const glueMayUse = [
  "core/pipeline/host/create_host.ts",
  "core/pipeline/host/show_session.ts",
  "core/pipeline/host/web_host.ts",
  "core/pipeline/host/create_functions.ts",
  "core/pipeline/host/host_request.ts",
  "core/pipeline/host/session_access.ts",
  "core/pipeline/host/current.ts",
  "core/pipeline/host/web_request.ts",
  "core/pipeline/proxy/proxy_options.ts",
  "core/request/actions.ts",
  "core/http/headers.ts",
  "core/runtime/env.ts",
  "core/runtime/maybe_promise.ts",
  "core/http/cookie_policy.ts",
  "core/pipeline/load_pipeline.ts",
  "core/pipeline/response.ts",
  "core/http/stream.ts",
  "core/request/consumed_body.ts",
  "core/errors/errors.ts",
  "core/pipeline/env_defaults.ts",
  "component/",
  "server/",
  "frameworks/",
];

/**
 * Folders that may import only a few files of core/ as code; types of the two
 * lowest layers are free.
 */
const fences: Readonly<Record<string, readonly string[]>> = {
  "providers/": [
    "providers/",
    "core/providers/provider.ts",
    "core/providers/credentials_provider.ts",
    "core/providers/oauth/oauth_config.ts",
    "core/providers/webauthn_provider.ts",
    "core/providers/definition/define.ts",
    // Brought by the provider, so that no other application loads it.
    "core/config/providers/resolve_password.ts",
    "core/providers/definition/symbols.ts",
    "core/providers/definition/merge_provider.ts",
    "core/providers/definition/to_user.ts",
    "core/providers/definition/tenants.ts",
    "core/providers/define_email.ts",
    "core/providers/email_provider.ts",
    "core/providers/password_provider.ts",
    "core/providers/smtp.ts",
    "core/crypto/sign_token.ts",
    "core/errors/errors.ts",
  ],
  // Nothing of the server gets into a browser.
  "client/": ["client/"],
  // Guards of APIs load no code of sessions.
  "resource/": [
    "resource/",
    "core/crypto/",
    "core/errors/",
    "core/http/",
    "core/methods/oauth/discovery/cached.ts",
    "core/methods/oauth/discovery/provider_metadata.ts",
    "core/methods/oauth/requests/answer.ts",
    "core/methods/oauth/requests/built_request.ts",
    "core/methods/oauth/requests/client.ts",
    "core/methods/oauth/requests/http.ts",
    "core/methods/oauth/requests/json.ts",
    "core/providers/oauth/account_id.ts",
    "core/providers/oauth/signing_key.ts",
    "core/runtime/",
    "core/storage/expiring_map.ts",
    "core/storage/process_cache.ts",
    "core/storage/store_calls.ts",
    // The types of requests and responses.
    "server/types.ts",
  ],
  "adapters/": [
    "adapters/",
    // Data of other libraries: hashes of tokens, claims and addresses.
    "core/crypto/base64url.ts",
    "core/crypto/hash.ts",
    "core/model/adapter.ts",
    "core/model/audit_record.ts",
    "core/model/email_address.ts",
    "core/model/store.ts",
    "core/model/model.ts",
    "core/model/user_secret.ts",
    "core/runtime/clock.ts",
    "core/runtime/maybe_promise.ts",
  ],
};

/** The entries of deno.json, and other files that testing/ may use. */
const entries =
  "mod.ts server.ts component.ts diagnosis.ts errors.ts types.ts jwt.ts password.ts resource.ts"
    .split(" ");
const testingMayUse = [
  "testing/",
  "core/providers/provider.ts",
  "core/providers/oauth/oauth_config.ts",
  "core/model/adapter.ts",
  "core/model/audit_record.ts",
  "core/model/store.ts",
  "core/model/model.ts",
  "core/model/user_secret.ts",
  // Begins sessions without a sign-in.
  "core/pipeline/host/test_session.ts",
  "adapters/",
  "providers/",
  ...entries,
];

/** The entries of the library that the command line brings with it, and those of which it uses the types. */
const cliMayUse = ["diagnosis.ts"];
const cliMayKnow = ["doctor.ts", "mod.ts"];

/**
 * Parts that load on demand: a static import from elsewhere would load them at
 * once.
 */
const onDemand: readonly {
  readonly part: readonly string[];
  readonly from: readonly string[];
}[] = [
  // A bridge is an entry of its own.
  {
    part: ["core/methods/oauth/"],
    from: ["core/methods/oauth/", "migrate/", "resource/"],
  },
  {
    part: ["core/pipeline/pipeline.ts", "core/session/sessions.ts"],
    from: [],
  },
];

/**
 * Files hidden from pages, which render a model to HTML and know no request,
 * cookie or protocol.
 */
const hiddenFromPages = [
  "core/request/request.ts",
  "core/request/request_head.ts",
  "core/request/context.ts",
  "core/http/cookies.ts",
  "core/http/cookie_policy.ts",
  "core/methods/",
  "core/accounts/",
  "core/session/",
];

/**
 * A text that is allowed only in some files, so that one place is responsible
 * for it.
 */
interface TextRule {
  pattern: RegExp;
  within: readonly string[];
  except: readonly string[];
  message: string;
}

const portable = [
  "core/",
  "client/",
  "client.ts",
  "resource/",
  "resource.ts",
  "providers/",
  "adapters/",
  "component/",
  "component.ts",
  "migrate/",
];
/** Files that run in the application's build, which has Node. */
const buildOnly = [
  "component/vite_own.ts",
  "component/vite_secrets.ts",
];
const library = [
  "core/",
  "client/",
  "resource/",
  "providers/",
  "adapters/",
  "component/",
  "migrate/",
  "testing/",
  ...entries,
];

const textRules: readonly TextRule[] = [
  {
    pattern: /\bnew Response\b|\bResponse\.(?:json|redirect|error)\(/,
    within: library,
    // Code outside the library gets an answer as a response, and one definition
    // mends one.
    except: [
      "core/pipeline/response.ts",
      "resource/web.ts",
      "core/methods/oauth/requests/answer.ts",
      "core/methods/oauth/requests/built_request.ts",
      "providers/twitch.ts",
      "testing/",
    ],
    message: "a Response is made in core/pipeline/response.ts only",
  },
  {
    pattern: /["'`]set-cookie["'`]/i,
    within: library,
    except: [
      "core/http/cookie_policy.ts",
      "core/pipeline/response.ts",
      // Drops the cookies of an API.
      "core/methods/proxy/headers.ts",
      ...glue,
      "testing/",
    ],
    message:
      "set-cookie is written by core/http/cookie_policy.ts, core/pipeline/response.ts and the glue only",
  },
  {
    pattern: /\bDate\.now\b|\bnew Date\(\)/,
    within: library,
    except: ["core/runtime/clock.ts", "testing/"],
    message: "the clock is read in core/runtime/clock.ts only; use ctx.now",
  },
  {
    pattern: /\bprocess\??\.env\b/,
    within: library,
    except: [
      "core/runtime/env.ts",
      // Searches a build for their values.
      "component/vite_secrets.ts",
    ],
    message:
      "variables are read by core/runtime/env.ts only, which knows those that may not be read",
  },
  {
    pattern: /\bDeno\./,
    within: portable,
    except: [],
    message: "no Deno.*: the same file runs on Node, Bun and Workers",
  },
  {
    pattern: /^(?:export )?(?:let|var) /m,
    within: ["core/"],
    except: ["core/storage/lease_cache.ts"],
    message:
      "no module-level variable: only core/storage/lease_cache.ts has one",
  },
  {
    // A collection annotated as ReadonlyMap or ReadonlySet is a constant.
    pattern:
      /^(?:export )?const \w+(?!\s*:\s*Readonly(?:Map|Set)\b)(?:\s*:[^=]*)?\s*=\s*new (?:Map|Set|WeakMap|WeakSet)\b/m,
    within: ["core/"],
    except: [
      "core/storage/lease_cache.ts",
      "core/storage/line_counts.ts",
      "core/storage/name_cache.ts",
      "core/storage/process_cache.ts",
      "core/runtime/serial_queue.ts",
      "core/config/resolve_settings.ts",
      "core/pages/theme/page_style.ts",
      "core/pipeline/check_settings.ts",
      "core/pipeline/host/instances.ts",
      "core/pipeline/prepare.ts",
      "core/request/address.ts",
      "core/audit/trail.ts",
    ],
    message:
      "no module-level collection without a ReadonlyMap or ReadonlySet annotation",
  },
];

/** Returns a sentence for each rule that a file breaks by its place or text. */
export function checkFile(path: string, code: string): string[] {
  const broken = textRules
    .filter((rule) => isIn(path, rule.within) && !isIn(path, rule.except))
    .filter((rule) => rule.pattern.test(code));
  return [
    ...(path.startsWith("core/") && layerOf(path) < 0
      ? ["is in no room: see the list in scripts/layer_rules.ts"]
      : []),
    ...broken.map(({ message }) => message),
  ];
}

/** Returns a sentence if a file may not import something. */
export function checkImport(path: string, item: ModuleImport): string[] {
  const { target, kind } = item;
  if (target.startsWith("jsr:")) return ["has a jsr: dependency"];
  if (target.startsWith("node:")) {
    return isIn(path, portable) && !isIn(path, buildOnly)
      ? [`imports ${target}: no node: here`]
      : [];
  }
  if (!/\.[cm]?tsx?$/.test(target)) {
    if (!isIn(path, packages[target] ?? [])) {
      return [`may not import the package ${target}`];
    }
    return kind === "code" && optional.includes(target)
      ? [`imports ${target} at once: it is optional, and loads on first use`]
      : [];
  }
  if (path.startsWith("cli/")) {
    if (cliMayUse.includes(target)) return [];
    if (kind === "type" && cliMayKnow.includes(target)) return [];
  }
  if (isIn(path, ["cli/"]) !== isIn(target, ["cli/"])) {
    return [`imports ${target}: it is in another package`];
  }
  if (target.startsWith("testing/") && !path.startsWith("testing/")) {
    return [`imports ${target}: testing is for tests`];
  }
  return [
    ...checkLayer(path, target),
    ...checkFence(path, item),
    ...checkGlue(path, item),
    ...checkOnDemand(path, item),
  ];
}

function checkOnDemand(path: string, { target, kind }: ModuleImport): string[] {
  const isEarly = kind === "code" &&
    onDemand.some(({ part, from }) => isIn(target, part) && !isIn(path, from));
  return isEarly ? [`imports ${target} at once: it loads on demand`] : [];
}

function checkLayer(path: string, target: string): string[] {
  if (!path.startsWith("core/")) return [];
  const [own, other] = [layerOf(path), layerOf(target)];
  if (!target.startsWith("core/")) {
    return [`imports ${target}: core imports only core`];
  }
  if (own >= 0 && other > own) {
    return [`imports ${target}: ${rooms[other]} is above ${rooms[own]}`];
  }
  if (isIn(path, ["core/actions/"]) && isIn(target, ["core/actions/"])) {
    return [`imports ${target}: actions do not know each other`];
  }
  if (isIn(path, ["core/pages/"]) && isIn(target, hiddenFromPages)) {
    return [`imports ${target}: pages know only their model`];
  }
  return [];
}

function checkFence(path: string, item: ModuleImport): string[] {
  if (path.startsWith("testing/")) {
    return isIn(item.target, testingMayUse)
      ? []
      : [`imports ${item.target}: not a public entry`];
  }
  for (const [folder, allowed] of Object.entries(fences)) {
    if (!path.startsWith(folder) || isIn(item.target, allowed)) continue;
    const layer = layerOf(item.target);
    if (item.kind === "type" && layer >= 0 && layer <= HIGHEST_OF_TYPES) {
      continue;
    }
    return [`imports ${item.target}: outside the fence of ${folder}`];
  }
  return [];
}

function checkGlue(path: string, item: ModuleImport): string[] {
  if (!isIn(path, glue) || item.kind === "type" || item.reExport) return [];
  if (isIn(item.target, glueMayUse)) return [];
  return [
    `uses ${item.target} as code: glue uses only ${glueMayUse.join(", ")}`,
  ];
}

/**
 * Returns the index of a file's room, counted from the bottom; -1 if it is in
 * none.
 */
function layerOf(path: string): number {
  const [, room = ""] = /^core\/([^/]+)\//.exec(path) ?? [];
  return rooms.indexOf(room);
}

function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) =>
    place.endsWith("/") ? path.startsWith(place) : path === place
  );
}
