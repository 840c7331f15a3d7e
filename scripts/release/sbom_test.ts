import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dependencies } from "../build_npm.ts";
import { name, version } from "../workspace.ts";
import { type Component, findSbomFaults, toLines } from "./sbom.ts";

/** A package as `npm sbom` writes it, without what nobody checks. */
function toComponent(name: string): Component {
  return {
    ...{ name, version: "6.2.18", purl: `pkg:npm/${name}@6.2.18` },
    licenses: [{ license: { id: "MIT" } }],
  };
}

const components = dependencies.map(toComponent);
const graph = [name, ...dependencies].map((ref) => ({ ref, dependsOn: [] }));
const sbom = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  metadata: { component: { ...toComponent(name), version } },
  components,
  dependencies: graph,
};

describe("the bill of materials", () => {
  it("names each dependency of the library, with its version and licence", () => {
    assert.deepEqual(findSbomFaults(sbom, dependencies), []);
    const lines = toLines(sbom);
    for (const one of ["jose", "oauth4webapi"]) {
      assert.ok(lines.includes(`${one} 6.2.18, MIT`), one);
    }
  });

  it("is refused if a dependency is missing", () => {
    const others = components.filter((one) => one.name !== "jose");
    const rest = graph.filter(({ ref }) => ref !== "jose");
    const less = { ...sbom, components: others, dependencies: rest };
    assert.deepEqual(findSbomFaults(less, dependencies), ["jose is missing"]);
  });

  it("is refused if a package has no version or no licence", () => {
    const { licenses: _, ...free } = toComponent("jose");
    const { version: __, ...open } = toComponent("jose");
    for (const one of [free, open, { ...free, licenses: [{ license: {} }] }]) {
      const all = [one, ...components.slice(1)];
      assert.deepEqual(
        findSbomFaults({ ...sbom, components: all }, dependencies),
        ["jose lacks its version, its purl or its licence"],
      );
    }
  });

  it("is refused if it has another format, subject or graph", () => {
    const faults = findSbomFaults({
      ...{ bomFormat: "SPDX", specVersion: "2.3", components },
    }, dependencies);
    assert.deepEqual(faults, [
      "it is not CycloneDX",
      "its version is 2.3, not 1.5 or 1.6",
      `it is about undefined, not ${name} ${version}`,
      "its graph does not have each package once",
    ]);
  });
});
