import type { PageServerLoad } from "./$types";

export const load: PageServerLoad = ({ locals }) => {
  const { session } = locals;
  throw new Error("thrown by the application", { cause: session?.user.id });
};
