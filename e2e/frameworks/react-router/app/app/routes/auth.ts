import { auth } from "../auth.server";

export const loader = auth.handler;
export const action = auth.handler;
