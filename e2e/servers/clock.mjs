/**
 * Gives this process a clock that each request to it can set forward for itself.
 * Requests from here to another such process use the same time.
 *
 * It is JavaScript, because Node 20 loads it, too.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Server } from "node:http";
import { minutesLater } from "./minutes_later.mjs";

const minute = 60_000;
const offset = new AsyncLocalStorage();
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Date.now()] : parts));
  }

  static now() {
    return RealDate.now() + (offset.getStore() ?? 0);
  }
};

const realFetch = fetch;

globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  const minutes = (offset.getStore() ?? 0) / minute;
  if (minutes !== 0) request.headers.set(minutesLater, String(minutes));
  return realFetch(request);
};

const { emit } = Server.prototype;

Server.prototype.emit = function (event, ...parts) {
  const later = event === "request" ? parts[0].headers[minutesLater] : 0;
  const handle = () => emit.call(this, event, ...parts);
  return offset.run(Number(later ?? 0) * minute, handle);
};
