import { auth } from "../../auth.ts";

export const ALL = auth.handler;
