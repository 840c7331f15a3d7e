import { loadPipeline } from "../../load_pipeline.ts";
import type { Host, ToRequest } from "../host_request.ts";
import type {
  PasswordChange,
  RequestResetOptions,
} from "./password_management.ts";

/** Creates the functions for the current user's password. */
export function createPasswordFunctions<R extends object, H>(
  toRequest: ToRequest<R>,
  write: Host<R, H>["write"],
) {
  const send = async (
    request: R,
    fields: Readonly<Record<string, string>>,
    info: unknown,
  ) => {
    const { changePassword } = await loadPipeline();
    const { cookies } = await changePassword(toRequest(request, info), fields);
    return { headers: write(request, cookies) };
  };
  return {
    change: async (
      request: R,
      { current, password }: PasswordChange,
      info?: unknown,
    ) =>
      await send(
        request,
        { password, ...(current === undefined ? {} : { current }) },
        info,
      ),
    set: async (request: R, password: string, info?: unknown) =>
      await send(request, { password }, info),
    remove: async (request: R, info?: unknown) =>
      await send(request, { remove: "yes" }, info),
    verify: async (request: R, password: string, info?: unknown) => {
      const { verifyPassword } = await loadPipeline();
      return await verifyPassword(toRequest(request, info), password);
    },
    requestReset: createRequestReset(toRequest, write),
  };
}

function createRequestReset<R extends object, H>(
  toRequest: ToRequest<R>,
  write: Host<R, H>["write"],
) {
  return async (
    request: R,
    address: string,
    options: RequestResetOptions = {},
  ) => {
    const { requestReset } = await loadPipeline();
    const asked = toRequest(request, options.info);
    const { value, cookies } = await requestReset(asked, address, options);
    return { url: value, headers: write(request, cookies) };
  };
}
