/**
 * Finds what keeps the sign-in page from working in a browser.
 *
 * @module
 */

import { readHeader } from "../../probe/http.ts";
import type { Found } from "../report.ts";
import type { Visit } from "./visit.ts";

/** Finds what keeps the sign-in page from working in a browser. */
export function checkPage(visit: Visit): Found[] {
  const { page } = visit.stay ?? {};
  const isOurs = page?.status === 200 &&
    readHeader(page, "content-type").startsWith("text/html");
  if (!isOurs) return [];
  const policies = (page.headers["content-security-policy"] ?? [])
    .flatMap((one) => one.split(",")).map(parsePolicy);
  return [
    ...checkPolicies(policies, page.body),
    ...checkFraming(visit, policies),
    ...checkForms(visit),
    ...checkPasskeys(visit),
  ];
}

/** A policy: sources by directive. */
type Policy = ReadonlyMap<string, readonly string[]>;

function parsePolicy(text: string): Policy {
  return new Map(
    text.split(";").map((one) => {
      const [name = "", ...sources] = one.trim().split(/\s+/);
      return [name.toLowerCase(), sources] as const;
    }),
  );
}

function checkPolicies(policies: readonly Policy[], body: string): Found[] {
  const blocks = policies.find((one) => {
    const action = one.get("form-action");
    const sandbox = one.get("sandbox");
    return action !== undefined && !allowsSelf(action) ||
      sandbox !== undefined && !sandbox.includes("allow-forms");
  });
  if (blocks !== undefined) {
    const directive = blocks.has("sandbox") ? "sandbox" : "form-action";
    const seen = `Content-Security-Policy has ${directive} ${
      blocks.get(directive)?.join(" ")
    }, which allows no form.`;
    return [{ id: "page.blocked", seen }];
  }
  if (!body.includes("<style>") || policies.every(allowsStyle)) return [];
  const seen = "Content-Security-Policy does not allow the style of the page.";
  return [{ id: "page.style", seen }];
}

function allowsSelf(sources: readonly string[]): boolean {
  return sources.some((one) =>
    one === "'self'" || one === "*" || /:/.test(one)
  );
}

function allowsStyle(policy: Policy): boolean {
  const sources = policy.get("style-src-elem") ?? policy.get("style-src") ??
    policy.get("default-src");
  return sources === undefined ||
    sources.some((one) => one === "'unsafe-inline'" || /^'sha\d+-/.test(one));
}

function checkFraming({ stay }: Visit, policies: readonly Policy[]): Found[] {
  const frame = stay === null ? "" : readHeader(stay.page, "x-frame-options");
  const isKept = frame !== "" ||
    policies.some((one) => one.has("frame-ancestors"));
  if (isKept) return [];
  const seen =
    "The sign-in page has neither `frame-ancestors` nor X-Frame-Options.";
  return [{ id: "page.framing", seen }];
}

/** Finds that pages may not ask for passkeys (Web Authentication section 5.9). */
function checkPasskeys({ stay, routes }: Visit): Found[] {
  const header = stay === null
    ? ""
    : readHeader(stay.page, "permissions-policy");
  const [denied] = /publickey-credentials-(?:get|create)=\(\)/.exec(header) ??
    [];
  const hasPasskeys = routes?.providers.some(({ type }) => type === "webauthn");
  if (denied === undefined || !hasPasskeys) return [];
  const seen = `Permissions-Policy has ${denied}.`;
  return [{ id: "page.passkeys", seen }];
}

function checkForms({ stay, routes }: Visit): Found[] {
  const ways = routes?.providers.length ?? 0;
  if (ways === 0 || /<form\b/i.test(stay?.page.body ?? "")) return [];
  const seen = `The page ${routes?.base}/signin has no form.`;
  return [{ id: "page.scripts", seen }];
}
