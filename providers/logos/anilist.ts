/** The mark of AniList: simple-icons 16.37.0, CC0-1.0. */
export const logo: string =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%2302a9ff'%3E%3Cpath d='M24 17.53v2.42c0 .71-.39 1.10-1.1 1.10h-5l-.05-.16L11.84 3.73c.10-.50.46-.78 1.05-.78h2.42c.71 0 1.1.39 1.1 1.1v12.38H22.9c.71 0 1.1.39 1.1 1.10zM11.03 2.94l6.33 18.10h-4.91l-1.05-3.13H6.01l-1.07 3.13H0L6.36 2.94h4.67zm-.66 10.96-1.69-5.01-1.54 5.01h3.23z'/%3E%3C/svg%3E";
