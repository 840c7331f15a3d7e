/** The mark of Supabase Auth (OAuth 2.1 server): simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%233ecf8e'%3E%3Cpath d='M11.9 1.03c-.01-.98-1.26-1.41-1.87-.63L.76 12.05C-.33 13.42.65 15.45 2.40 15.45h9.57l.11 7.51c.01.98 1.25 1.40 1.87.63l9.26-11.65c1.09-1.37.11-3.40-1.64-3.40h-9.64z'/%3E%3C/svg%3E";
