import { describe } from "node:test";
import { declareContract } from "../shared/declare_contract.ts";
import { startH3 } from "./app.ts";

describe("the contract of hosts: h3", () => {
  declareContract({
    start: startH3,
    has: ["actions", "prefix", "proxy", "routes"],
  });
});
