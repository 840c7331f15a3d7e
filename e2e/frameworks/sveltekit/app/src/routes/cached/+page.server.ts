import type { PageServerLoad } from "./$types";

export const prerender = true;

export const load: PageServerLoad = () => ({ made: crypto.randomUUID() });
