/**
 * For tests on Node only: lets real timers be cleared while `setTimeout` is
 * mocked. The `clearTimeout` of `node:test` ignores them, so that the timer of a
 * connection that `fetch` closes meanwhile goes off much later, and throws when
 * its connection has been collected (undici's pull request 4758).
 *
 * @module
 */

import { mock } from "node:test";

const { clearTimeout } = globalThis;
const unused = setTimeout(() => {});
clearTimeout(unused);
const Timeout = Object(unused).constructor;

type Enable = typeof mock.timers.enable;
const prototype: { enable: Enable } = Object.getPrototypeOf(mock.timers);
const { enable } = prototype;

prototype.enable = function (this: typeof mock.timers, options) {
  enable.call(this, options);
  const mocked = globalThis.clearTimeout;
  if (mocked === clearTimeout) return;
  globalThis.clearTimeout = (timer) => {
    const isReal = Object(timer) instanceof Timeout;
    (isReal ? clearTimeout : mocked)(timer);
  };
};
