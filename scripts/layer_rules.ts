import type { ModuleImport, SourceModule } from "./module_graph.ts";

/**
 * The layers from the bottom up. A file may import from its own layer and from those below it.
 * A path that ends in "/" stands for the folder. Every file below core/ has to be in here.
 */
export const layers: readonly (readonly string[])[] = [
  // 0 values
  paths(
    "core",
    "model color email_address error_table errors error_sentences address awaitable cookie_policy cookies redirects write_cookies clock headers time_limit stream crypto/ language page_words passkey_words without_undefined session_id",
  ),
  // 1 inputs
  paths(
    "core",
    "callbacks config provider credentials_provider oauth_provider endpoint_params email_provider webauthn_provider define define_email adapter adapter_calls adapter_needs store store_calls memory memory_shelf memory_marks memory_store live_memo work_queue limit_rules attempt_log outcome settings read_options public_path resolve_provider resolve_oauth resolve_email provider_env resolve_webauthn problems env shared shared_work iso_text request_head request sent_request form origin context create_context typed_credentials ask_store log events",
  ),
  // 2 services
  paths(
    "core",
    "csrf device limit_counts limits targets guard_params app_providers page_language passkey_model password methods/ oauth/ accounts/ session/ pages/",
  ),
  // 3 actions
  paths("core", "actions/"),
  // 4 pipeline
  paths(
    "core",
    "routes provider_routes email_routes passkey_routes audit recover reply response auth load host_parts guard visit manage web env_defaults form_action",
  ),
];

/** Which packages the library may import, and where. */
const packages: Readonly<Record<string, readonly string[]>> = {
  "@simplewebauthn/server": ["core/methods/"],
  jose: ["core/crypto/", "core/oauth/", "testing/"],
  oauth4webapi: ["core/oauth/"],
  "@builder.io/qwik": ["component/auth.qwik.ts"],
  "@builder.io/qwik-city": ["component/"],
  nodemailer: ["core/methods/nodemailer.ts"],
};

/** Framework glue: uses the pipeline, holds no logic of its own. */
const glue = ["server.ts", "server/", "component.ts", "component/"];
const glueMayUse = [
  "core/address.ts",
  "core/load.ts",
  "core/visit.ts",
  "core/request_head.ts",
  "core/headers.ts",
  "core/env.ts",
  "core/cookies.ts",
  "core/cookie_policy.ts",
  "core/response.ts",
  "core/stream.ts",
  "core/errors.ts",
  "core/env_defaults.ts",
  "component/",
  "server/",
];

/** Folders that see only a few files of core/ as code; types of the two lowest layers are free. */
const fences: Readonly<Record<string, readonly string[]>> = {
  "providers/": [
    "providers/",
    "core/provider.ts",
    "core/credentials_provider.ts",
    "core/oauth_provider.ts",
    "core/webauthn_provider.ts",
    "core/define.ts",
    "core/define_email.ts",
    "core/email_provider.ts",
    "core/errors.ts",
  ],
  "adapters/": [
    "adapters/",
    "core/adapter.ts",
    "core/store.ts",
    "core/model.ts",
    "core/clock.ts",
    "core/awaitable.ts",
  ],
};

/** The entries of deno.json, and what testing/ may use besides them. */
const entries = [
  "mod.ts",
  "server.ts",
  "component.ts",
  "errors.ts",
  "types.ts",
  "jwt.ts",
  "password.ts",
];
const testingMayUse = [
  "testing/",
  "core/provider.ts",
  "core/oauth_provider.ts",
  "core/adapter.ts",
  "core/store.ts",
  "core/model.ts",
  "adapters/",
  "providers/",
  ...entries,
];

/** Pages turn a model into HTML: they know no request, no cookie and no protocol. */
const hiddenFromPages = [
  "core/request.ts",
  "core/request_head.ts",
  "core/context.ts",
  "core/cookies.ts",
  "core/cookie_policy.ts",
  "core/methods/",
  "core/oauth/",
  "core/accounts/",
  "core/session/",
];

/** A text that may stand only in some files, because one place has to answer for it. */
interface TextRule {
  pattern: RegExp;
  within: readonly string[];
  except: readonly string[];
  message: string;
}

const portable = [
  "core/",
  "providers/",
  "adapters/",
  "component/",
  "component.ts",
];
/** Runs where applications are built: Vite needs Node. */
const buildOnly = ["component/vite_own.ts"];
const library = [
  "core/",
  "providers/",
  "adapters/",
  "component/",
  "testing/",
  ...entries,
];

const textRules: readonly TextRule[] = [
  {
    pattern: /\bnew Response\b|\bResponse\.(?:json|redirect|error)\(/,
    within: library,
    // oauth/http.ts rebuilds a provider's answer after it has read it up to a limit.
    except: ["core/response.ts", "core/oauth/http.ts", "testing/"],
    message: "a Response is made in core/response.ts only",
  },
  {
    pattern: /["'`]set-cookie["'`]/i,
    within: library,
    except: ["core/cookie_policy.ts", "core/response.ts", ...glue, "testing/"],
    message:
      "set-cookie is written by core/cookie_policy.ts, core/response.ts and the glue only",
  },
  {
    pattern: /\bDate\.now\b|\bnew Date\(\)/,
    within: library,
    except: ["core/clock.ts", "testing/"],
    message: "the clock is read in core/clock.ts only; use ctx.now",
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
    except: ["core/shared.ts", "core/shared_work.ts", "core/settings.ts"],
    message: "no module-level variable: state lives in core/shared.ts",
  },
  {
    // A collection annotated as ReadonlyMap or ReadonlySet is a constant.
    pattern:
      /^(?:export )?const \w+(?!\s*:\s*Readonly(?:Map|Set)\b)(?:\s*:[^=]*)?\s*=\s*new (?:Map|Set|WeakMap|WeakSet)\b/m,
    within: ["core/"],
    except: ["core/shared.ts", "core/shared_work.ts", "core/settings.ts"],
    message:
      "no module-level collection without a ReadonlyMap or ReadonlySet annotation",
  },
];

/** All violations of a set of library modules, as `path: sentence`. */
export function findViolations(modules: readonly SourceModule[]): string[] {
  return modules.flatMap((module) =>
    [
      ...checkPlace(module.path),
      ...module.imports.flatMap((item) => checkImport(module.path, item)),
      ...checkText(module),
    ].map((sentence) => `${module.path}: ${sentence}`)
  );
}

function checkPlace(path: string): string[] {
  if (!path.startsWith("core/") || layerOf(path) >= 0) return [];
  return ["is in no layer: add it to the table in scripts/layer_rules.ts"];
}

function checkImport(path: string, item: ModuleImport): string[] {
  const { specifier, target } = item;
  if (specifier.startsWith("jsr:") || target.startsWith("jsr:")) {
    return ["has a jsr: dependency"];
  }
  if (target.startsWith("node:")) {
    return isIn(path, portable) && !isIn(path, buildOnly)
      ? [`imports ${target}: no node: here`]
      : [];
  }
  if (!isFile(target)) {
    return isIn(path, packages[target] ?? [])
      ? []
      : [`may not import the package ${target}`];
  }
  if (target.startsWith("testing/") && !path.startsWith("testing/")) {
    return [`imports ${target}: testing is for tests`];
  }
  return [
    ...checkLayer(path, target),
    ...checkFence(path, item),
    ...checkGlue(path, item),
  ];
}

function checkLayer(path: string, target: string): string[] {
  if (!path.startsWith("core/")) return [];
  const [own, other] = [layerOf(path), layerOf(target)];
  if (!target.startsWith("core/")) {
    return [`imports ${target}: core imports only core`];
  }
  if (own >= 0 && other > own) {
    return [`imports ${target}: layer ${other} is above layer ${own}`];
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
    if (item.kind === "type" && (layer === 0 || layer === 1)) continue;
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

function checkText({ path, text }: SourceModule): string[] {
  const code = withoutComments(text);
  return textRules
    .filter((rule) => isIn(path, rule.within) && !isIn(path, rule.except))
    .filter((rule) => rule.pattern.test(code))
    .map((rule) => rule.message);
}

/** Good enough for formatted sources: block comments start a line, trailing ones follow a space. */
function withoutComments(text: string): string {
  return text
    .replace(/^\s*\/\*[\s\S]*?\*\//gm, "")
    .replace(/(^|\s)\/\/ .*$/gm, "");
}

function layerOf(path: string): number {
  return layers.findIndex((members) => isIn(path, members));
}

function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) =>
    place.endsWith("/") ? path.startsWith(place) : path === place
  );
}

function isFile(target: string): boolean {
  return /\.[cm]?tsx?$/.test(target);
}

function paths(folder: string, names: string): string[] {
  return names.split(" ").map((name) =>
    `${folder}/${name}${name.endsWith("/") ? "" : ".ts"}`
  );
}
