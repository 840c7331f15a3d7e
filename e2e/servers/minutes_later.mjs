/** Requests with this header are handled as if that many minutes had passed. */
export const minutesLater = "x-e2e-minutes-later";
