import { auth } from "../../../auth.mjs";

export const GET = auth.handler;
export const POST = auth.handler;
