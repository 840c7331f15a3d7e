import { describe } from "node:test";
import { declareContract } from "../shared/declare_contract.ts";
import { startWeb } from "./app.ts";

describe("the contract of hosts: Request and Response", () => {
  declareContract({
    start: startWeb,
    has: ["actions", "prefix", "proxy", "routes"],
  });
});
