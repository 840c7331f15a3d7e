/** The mark of Strava: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%23fc4c02'%3E%3Cpath d='M15.38 17.94l-2.08-4.11h-3.06L15.38 24l5.15-10.17h-3.06m-7.00-5.59l2.83 5.59h4.17L10.46 0l-7 13.82h4.16'/%3E%3C/svg%3E";
