import { describe } from "node:test";
import { declareContract } from "../shared/declare_contract.ts";
import { startFastify } from "./app.ts";

describe("the contract of hosts: Fastify", () => {
  declareContract({
    start: startFastify,
    has: ["actions", "forwarded", "prefix", "proxy", "routes"],
  });
});
