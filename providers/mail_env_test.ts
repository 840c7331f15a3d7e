import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AuthConfig,
  type EmailConfig,
  setEnvDefaults,
} from "@latchkey/auth";
import { toOptionVariable } from "../core/providers/definition/placeholders.ts";

const services =
  "amazon-ses brevo forwardemail loops mailchimp-transactional mailersend mailgun mailjet plunk postmark resend sendgrid sparkpost zeptomail";
/** The options that two of them require. */
const options = { region: "eu-central-1", transactionalId: "a template" };
const from = "Example <sign-in@mail.example>";

describe("the environment of a mail service", () => {
  for (const id of services.split(" ")) {
    it(`${id} takes its API key and its sender from the variables of its id`, async () => {
      const module = await import(`@latchkey/auth/providers/${id}`);
      const config: AuthConfig = { providers: [module.default(options)] };
      setEnvDefaults({
        [toOptionVariable(id, "key")]: "a key",
        [toOptionVariable(id, "from")]: from,
      }, config);
      const [provider] = config.providers as EmailConfig[];
      assert.equal(provider?.id, id);
      assert.equal(provider?.apiKey, "a key");
      assert.equal(provider?.from, from);
    });
  }
});
