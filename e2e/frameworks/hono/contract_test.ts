import { describe } from "node:test";
import { declareContract } from "../shared/declare_contract.ts";
import { startHono } from "./app.ts";

describe("the contract of hosts: Hono", () => {
  declareContract({
    start: startHono,
    has: ["actions", "prefix", "proxy", "routes"],
  });
});
