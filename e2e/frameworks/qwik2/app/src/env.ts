/** What only the server may know; the suite starts it with this environment. */
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";
import process from "node:process";

export const env: ContractEnvironment = process.env;
