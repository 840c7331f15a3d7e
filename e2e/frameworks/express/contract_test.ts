import { describe } from "node:test";
import { declareContract } from "../shared/declare_contract.ts";
import { startExpress } from "./app.ts";

describe("the contract of hosts: Express", () => {
  declareContract({
    start: startExpress,
    has: ["actions", "forwarded", "prefix", "proxy", "routes"],
  });
});
