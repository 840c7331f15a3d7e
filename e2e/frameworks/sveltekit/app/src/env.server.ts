import process from "node:process";
import type { ContractEnvironment } from "@latchkey/auth/testing/host-config";

export const env: ContractEnvironment = process.env;
export const prefix = env.CONTRACT_PREFIX ?? "";
