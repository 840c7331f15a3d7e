/**
 * Renders what pages show in applications with React, whose `Link` takes `to`.
 *
 * @module
 */

/** The front page; `name` is who is signed in, or null. */
export const greeting = `    <>
      <h1>{\`Hello, \${name ?? "stranger"}\`}</h1>
      {name
        ? (
          <p>
            <Link to="/private">Private page</Link> ·{" "}
            <a href="/auth/signout">Sign out</a>
          </p>
        )
        : (
          <p>
            <a href="/auth/signin">Sign in</a>
          </p>
        )}
    </>`;

/** The page for people who are signed in. */
export const privatePage = `    <>
      <h1>Private page</h1>
      <p>
        <Link to="/">Back</Link>
      </p>
    </>`;
