/** The mark of Twitch: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%239146ff'%3E%3Cpath d='M11.57 4.71h1.71v5.14H11.57zm4.71 0H18v5.14h-1.71zM6 0L1.71 4.28v15.42h5.14V24l4.28-4.28h3.42L22.28 12V0zm14.57 11.14l-3.42 3.42h-3.42l-3 3v-3H6.85V1.71h13.71Z'/%3E%3C/svg%3E";
