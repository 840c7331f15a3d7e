import {
  createCsrfMiddleware,
  createMiddleware,
  createStart,
} from "@tanstack/react-start";
import { auth } from "./auth.server";

const authMiddleware = createMiddleware().server(auth.middleware);
const csrfMiddleware = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === "serverFn",
});

export const startInstance = createStart(() => ({
  requestMiddleware: [authMiddleware, csrfMiddleware],
}));
