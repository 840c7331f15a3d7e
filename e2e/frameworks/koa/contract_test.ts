import { describe } from "node:test";
import { declareContract } from "../shared/declare_contract.ts";
import { startKoa } from "./app.ts";

describe("the contract of hosts: Koa", () => {
  declareContract({
    start: startKoa,
    has: ["actions", "forwarded", "prefix", "proxy", "routes"],
  });
});
