/** The mark of MyAnimeList: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%232e51a2'%3E%3Cpath d='M14.92 6.47c-.82 0-3.68 0-4.94 3.15-.66 1.65-.98 4.81.87 7.88l1.93-1.41s-.76-1.09-1.08-3.19h2.89l.02 3.19h2.60V8.83h-2.58v2.04l-2.46-.02s.41-2.40 2.87-2.33h2.45l-.57-2.04ZM0 6.52v9.62h2.34v-5.84l2.03 2.66 2.04-2.65v5.82h2.33V6.52H6.43L4.36 9.47 2.31 6.52Zm18.44.02v9.58h5.02L24 14.09h-3.23V6.55Z'/%3E%3C/svg%3E";
