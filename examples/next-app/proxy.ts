import { auth } from "./auth";
export const proxy = auth.proxy();
