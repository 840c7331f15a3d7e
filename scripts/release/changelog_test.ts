import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findChanges, parseSection } from "./changelog.ts";

const changelog = `# Changelog

## 0.2.0 (2026-03-01)

- \`added\` is new.

### Breaking

- \`gone\` is gone.

### Fixed

- \`mended\` works.

### Changed names

- \`old\` is \`other\`.

## 0.1.0 (2026-01-01)

### Breaking

- \`earlier\` is gone.
`;

describe("parseSection()", () => {
  it("returns the newest version alone", () => {
    const { version, date, text } = parseSection(changelog);
    assert.deepEqual([version, date], ["0.2.0", "2026-03-01"]);
    assert.match(text, /^- `added`[^]*`other`\.$/);
  });

  it("knows a version that has no day yet", () => {
    const unreleased = "# Changelog\n\n## 1.0.0-rc.1 (unreleased)\n\nMuch.\n";
    assert.deepEqual(parseSection(unreleased), {
      ...{ version: "1.0.0-rc.1", date: null, text: "Much." },
    });
  });

  it("refuses a heading without a version or a day", () => {
    for (
      const title of ["Next", "0.2.0", "0.2.0 (soon)", "v0.2.0 (2026-1-1)"]
    ) {
      assert.throws(
        () => parseSection(`# Changelog\n\n## ${title}\n`),
        /the first heading is/,
        title,
      );
    }
    assert.throws(() => parseSection(""), /the first heading is ""/);
  });
});

it("findChanges() returns what is under the headings of changes", () => {
  const text = findChanges(parseSection(changelog));
  assert.match(text, /`gone`[^]*`old`/);
  assert.doesNotMatch(text, /`(?:added|mended|earlier)`/);
});
