import type { EnrolmentAnswer } from "../../../methods/second_factor/enrolment.ts";
import { loadPipeline } from "../../load_pipeline.ts";
import type { Host, ToRequest } from "../host_request.ts";

/** Creates the functions for the current user's second factors. */
export function createFactorFunctions<R extends object, H>(
  toRequest: ToRequest<R>,
  write: Host<R, H>["write"],
) {
  return {
    list: async (request: R) =>
      (await loadPipeline()).listFactors(toRequest(request)),
    beginTotp: async (request: R) =>
      (await loadPipeline()).beginTotp(toRequest(request)),
    confirmTotp: async (request: R, answer: EnrolmentAnswer) => {
      const { confirmTotp } = await loadPipeline();
      const done = await confirmTotp(toRequest(request), answer);
      return { ...done.value, headers: write(request, done.cookies) };
    },
    removeTotp: async (request: R, id: string) => {
      const { removeTotp } = await loadPipeline();
      const { cookies } = await removeTotp(toRequest(request), id);
      return { headers: write(request, cookies) };
    },
    newRecoveryCodes: async (request: R) => {
      const { newRecoveryCodes } = await loadPipeline();
      const done = await newRecoveryCodes(toRequest(request));
      return { ...done.value, headers: write(request, done.cookies) };
    },
    forgetBrowsers: async (request: R, id?: string) => {
      const { forgetBrowsers } = await loadPipeline();
      const { cookies } = await forgetBrowsers(toRequest(request), id ?? null);
      return { headers: write(request, cookies) };
    },
  };
}
