import { PASSKEY_PROBLEMS } from "../../config/pages/passkey_words.ts";

/**
 * The browser script for passkeys, as it is served: plain JavaScript without
 * dependencies, for every browser that supports passkeys.
 *
 * It handles elements with `data-passkey` (the provider's id), in our pages and
 * the application's: their buttons with `data-passkey-action` (`authenticate`
 * or `register`), their named inputs, and their `role=alert`.
 * `data-passkey-target` says where to go afterwards, `data-passkey-autofill`
 * offers passkeys in the fields, `data-passkey-fields` names another form whose
 * fields it takes, `data-passkey-texts` holds its sentences as JSON, English
 * ones if absent. The element is shown if the browser supports passkeys.
 */
export const SCRIPT: string = String.raw`(() => {
  "use strict";
  const base = new URL(".", document.currentScript.src).href;
  const known = typeof PublicKeyCredential === "function" && navigator.credentials;
  const FRESH = 240000;
  const ENGLISH = ${JSON.stringify(PASSKEY_PROBLEMS)};

  const toBytes = (text) => {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(binary, (one) => one.charCodeAt(0));
  };
  const toText = (bytes) => {
    let binary = "";
    for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte);
    return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/={1,2}$/, "");
  };
  const withBytes = (list) => (list || []).map((one) => ({ ...one, id: toBytes(one.id) }));

  const toCreation = (options) => ({
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: withBytes(options.excludeCredentials),
  });
  const toRequest = (options) => ({
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: withBytes(options.allowCredentials),
  });
  const toJson = ({ id, rawId, type, authenticatorAttachment, response }) => {
    const parts = { clientDataJSON: toText(response.clientDataJSON) };
    for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (response[name]) parts[name] = toText(response[name]);
    }
    if (response.getTransports) parts.transports = response.getTransports();
    return JSON.stringify({
      id,
      rawId: toText(rawId),
      type,
      authenticatorAttachment,
      clientExtensionResults: {},
      response: parts,
    });
  };

  const ask = async (path, init) => {
    const answer = await fetch(base + path, {
      ...init,
      headers: { accept: "application/json" },
      credentials: "same-origin",
    });
    const body = await answer.json();
    if (answer.ok) return body;
    throw Object.assign(new Error(body.message), { name: "Answer", body });
  };

  // The server keeps one challenge for this browser, and a new one replaces it,
  // so the page requests none while an answer is on its way.
  let busy = false;

  const serve = (box) => {
    const provider = box.dataset.passkey;
    const alert = box.querySelector("[role=alert]");
    const texts = { ...ENGLISH, ...JSON.parse(box.dataset.passkeyTexts || "{}") };
    let waiting = null;

    const say = (text, lang) => {
      if (!alert) return;
      alert.textContent = text;
      alert.removeAttribute("lang");
      if (lang) alert.lang = lang;
      alert.hidden = text === "";
    };
    const form = document.getElementById(box.dataset.passkeyFields) || box;
    const inputs = () => [...form.querySelectorAll("input[name]:not([type=password],[name=remember])")];
    const fields = () => {
      const found = new URLSearchParams();
      for (const { name, type, value } of inputs()) {
        if (type !== "hidden" && value !== "") found.set(name, value);
      }
      return found;
    };
    const getOptions = async (action) => {
      const query = action === "register" ? fields() : new URLSearchParams();
      query.set("action", action);
      const path = "webauthn-options/" + provider + "?" + query;
      return (await ask(path)).options;
    };
    const finish = async (action, credential) => {
      const { csrfToken } = await ask("csrf");
      const body = new URLSearchParams({ action, data: toJson(credential), csrfToken });
      const target = box.dataset.passkeyTarget;
      if (target !== undefined) body.set("callbackUrl", target);
      if (document.querySelector("[name=remember]:checked")) body.set("remember", "on");
      const { url } = await ask("callback/" + provider, { method: "POST", body });
      location.assign(url);
    };
    const explain = (error, action) => {
      if (error.name === "AbortError") return;
      if (error.name === "Answer" && error.body.error === "SignInRequired") {
        const query = new URLSearchParams({ callbackUrl: location.href, error: "SignInRequired" });
        if (error.body.code) query.set("code", error.body.code);
        location.assign(base + "signin?" + query);
        return;
      }
      if (error.name === "Answer") say(error.message, "en");
      else say(texts[error.name] || texts[action]);
    };
    const stopWaiting = () => {
      if (waiting) waiting.abort();
      waiting = null;
    };

    const answer = async (action, getCredential) => {
      busy = true;
      box.setAttribute("aria-busy", "true");
      try {
        await finish(action, await getCredential());
      } catch (error) {
        explain(error, action);
      }
      box.removeAttribute("aria-busy");
      busy = false;
    };

    const run = async (action) => {
      if (busy) return;
      say("");
      stopWaiting();
      await answer(action, async () => {
        const options = await getOptions(action);
        return action === "register"
          ? await navigator.credentials.create({ publicKey: toCreation(options) })
          : await navigator.credentials.get({ publicKey: toRequest(options) });
      });
    };

    // A challenge is good for five minutes and one page: the page that is
    // looked at requests a new one.
    const wait = async () => {
      if (busy) return;
      stopWaiting();
      const own = waiting = new AbortController();
      const timer = setTimeout(() => own === waiting && wait(), FRESH);
      try {
        const options = await getOptions("authenticate");
        if (own !== waiting) return;
        const credential = await navigator.credentials.get({
          mediation: "conditional",
          publicKey: toRequest(options),
          signal: own.signal,
        });
        if (own !== waiting) return;
        waiting = null;
        await answer("authenticate", () => credential);
      } catch {
        // The visitor has chosen no passkey yet, so there is nothing to say.
      } finally {
        clearTimeout(timer);
      }
    };

    const isValid = () =>
      inputs().every((one) => one.reportValidity());
    for (const button of box.querySelectorAll("[data-passkey-action]")) {
      button.addEventListener("click", (event) => {
        event.preventDefault();
        const action = button.dataset.passkeyAction;
        if (action !== "register" || isValid()) run(action);
      });
    }
    box.hidden = false;

    const can = PublicKeyCredential.isConditionalMediationAvailable;
    if (box.dataset.passkeyAutofill === undefined || !can) return;
    can.call(PublicKeyCredential).then((does) => {
      if (!does) return;
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") wait();
        else stopWaiting();
      });
      wait();
    });
  };

  const boxes = document.querySelectorAll("[data-passkey]");
  if (known) boxes.forEach(serve);
})();
`;
