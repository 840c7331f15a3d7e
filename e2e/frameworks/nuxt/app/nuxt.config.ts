const kept = { cache: { swr: true, maxAge: 600 } };

export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  modules: ["@latchkey/auth/nuxt"],
  routeRules: {
    "/cached": kept,
    "/kept": kept,
    "/kept-private": kept,
    "/prerendered": { prerender: true },
    "/spa": { ssr: false },
  },
  telemetry: false,
});
