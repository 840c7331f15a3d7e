/**
 * Guards of pages that need a fresh or strong proof of who the user is.
 *
 * @module
 */

import {
  type Confirmation,
  findGuardEntry,
} from "../../../attempts/guard_params.ts";
import type { PageModel } from "../../../config/pages/page_models.ts";
import type { Settings } from "../../../config/settings.ts";
import { ConfigurationError } from "../../../errors/auth_error.ts";
import { errorTexts } from "../../../errors/error_sentences.ts";
import { toConfirmLinks } from "../../../request/confirm_links.ts";
import { createUrls } from "../../../request/context.ts";
import type { RequestHead } from "../../../request/request_head.ts";
import { readClock } from "../../../runtime/clock.ts";
import { type Demand, isDemandValue, isMet } from "../../../session/demand.ts";
import { toStrategy } from "../../../session/strategy.ts";
import type { Presence } from "../../../session/session_strategy.ts";
import type { RequireOptions } from "./options.ts";
import type { HostRequest } from "../host_request.ts";
import { visit } from "../session_access.ts";
import type { Answer } from "../../answer.ts";
import { toJsonRefusal } from "./answers.ts";

const TYPE = "InsufficientAuthentication";

/** Milliseconds for which a proof counts as given just now. */
const JUST_NOW = 60_000;

/** The options of a guard that demand a proof. */
export type DemandOptions = Pick<
  RequireOptions,
  "maxAge" | "acr" | "amr"
>;

/**
 * Reads what a guard demands.
 *
 * @throws ConfigurationError
 */
export function readDemand({ maxAge, acr, amr }: DemandOptions): Demand {
  const problems: string[] = [];
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && maxAge > 0)) {
    problems.push(
      "`maxAge` of a guard must be a whole number of seconds, at least 1: with 0, every proof would be too old once the user is back. Write 300 for five minutes.",
    );
  }
  const demand: Demand = {
    maxAge,
    acr: readValues("acr", acr, problems),
    amr: readValues("amr", amr, problems),
  };
  if (problems.length > 0) throw new ConfigurationError(problems);
  return demand;
}

function readValues(
  name: string,
  given: DemandOptions["acr"],
  problems: string[],
): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const values = [given].flat();
  const isRight = (one: unknown) =>
    typeof one === "string" && isDemandValue(one);
  if (values.length === 0 || !values.every(isRight)) {
    problems.push(
      `\`${name}\` of a guard must name at least one value, of 1 to 255 visible ASCII characters without quotes and backslashes. Leave it out to demand none.`,
    );
  }
  return values;
}

/** A signed-in user whose proof is not enough. */
export interface Unmet {
  /** The proof that they have to give. */
  readonly confirmation: Confirmation;
  /** When they signed in, in milliseconds since the epoch, if that is known. */
  readonly started: number | null;
}

/** Finds the user whose proof is not enough; null if it is. */
export async function findUnmet(
  request: HostRequest,
  demand: Demand,
): Promise<Unmet | null> {
  const { value } = await visit<Unmet | null>(request, {
    name: null,
    refused: toUnmet(null, demand),
    act: async (ctx) => {
      const present = await toStrategy(ctx).find(ctx);
      const passes = present !== null && isMet(demand, present, ctx.now);
      return { value: passes ? null : toUnmet(present, demand), cookies: [] };
    },
  });
  return value;
}

/** @param present null: the session ended meanwhile */
function toUnmet(present: Presence | null, demand: Demand): Unmet {
  const { userId = null, started = null, id: session } = present ?? {};
  return { confirmation: { userId, session, demand }, started };
}

/**
 * Answers a program (RFC 9470 section 3).
 *
 * @param url the page that asks the user to confirm
 */
export function toChallenge(demand: Demand, url: string): Answer {
  const { maxAge, acr } = demand;
  const description = "A fresher or stronger sign-in is required";
  const params = [
    'error="insufficient_user_authentication"',
    `error_description="${description}"`,
    ...acr === undefined ? [] : [`acr_values="${acr.join(" ")}"`],
    ...maxAge === undefined ? [] : [`max_age="${maxAge}"`],
  ];
  return {
    ...toJsonRefusal(401, {
      error: TYPE,
      message: errorTexts[TYPE].sentence,
      url,
      required: demand,
    }),
    headers: [["www-authenticate", `Bearer ${params.join(", ")}`]],
  };
}

/**
 * Whether the user has signed in since this guard asked for the same proof: to
 * ask again would be a loop.
 */
export async function hasJustAsked(
  { head, settings }: {
    readonly head: RequestHead;
    readonly settings: Settings;
  },
  target: string | null,
  { started, confirmation: { session, demand } }: Unmet,
): Promise<boolean> {
  const now = readClock();
  // A proof that has expired by now was enough.
  const limit = Math.min(JUST_NOW, (demand.maxAge ?? Infinity) * 1000);
  if (started === null || !(now - started < limit)) return false;
  const entry = await findGuardEntry({ ...head, settings, now }, target);
  const asked = entry?.confirmation;
  // The session that was asked is still the same: nobody has signed in since.
  if (asked?.session === session) return false;
  return toCanonicalText(asked?.demand) === toCanonicalText(demand) &&
    // Some databases keep whole seconds.
    started + 1000 > (entry?.started ?? Infinity);
}

function toCanonicalText(demand: Demand | undefined): string {
  return JSON.stringify(demand) ?? "";
}

/** The page for a user whose new proof is not enough either. */
export function toUnproved(
  origin: string,
  basePath: string,
  target: string | null,
): PageModel {
  const url = createUrls(origin, basePath);
  return {
    name: "error",
    error: { type: TYPE, code: "unproved" },
    ref: null,
    home: `${origin}/`,
    ...toConfirmLinks(url, target),
  };
}
