/**
 * Looks at a page as its visitors see it. The tests run it inside of the page.
 */
globalThis.look = (() => {
  /**
   * Puts another page into this document, which is a lot faster than to load
   * it. What scripts show is shown, and its scripts do not run.
   */
  async function open(path, fontSize = "") {
    const answer = await fetch(path);
    const text = await answer.text();
    const [all, css] = /<style>([^]*?)<\/style>/.exec(text);
    const page = new DOMParser().parseFromString(
      text.replace(all, ""),
      "text/html",
    );
    // The policy of this document allows only the style of its own page.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
    const root = document.adoptNode(page.documentElement);
    root.style.fontSize = fontSize;
    document.replaceChild(root, document.documentElement);
    for (const one of root.querySelectorAll("[hidden]:not([role=alert])")) {
      one.hidden = false;
    }
    await Promise.all([...document.images].map((one) => one.decode()));
  }

  /** Looks at one page after the other; returns the faults of each. */
  async function visit(names, { query, fontSize }) {
    const faults = [];
    for (const name of names) {
      await open(`/${name}?${query}`, fontSize);
      faults.push(...findFaults().map((fault) => `${name}: ${fault}`));
    }
    return faults;
  }

  /** Asks axe-core about one page after the other. */
  async function visitWithAxe(names, { query, options }) {
    const faults = [];
    for (const name of names) {
      await open(`/${name}?${query}`);
      const { violations } = await axe.run(options);
      for (const { id, nodes } of violations) {
        for (const { html, failureSummary } of nodes) {
          faults.push(`${name}: ${id} ${html} ${failureSummary}`);
        }
      }
    }
    return faults;
  }

  /** Lists texts that are cut off, leave their place or are covered, and sideways scrolling. */
  function findFaults() {
    const { scrollWidth, clientWidth } = document.documentElement;
    const texts = readTexts();
    const all = [...texts, ...readPictures()];
    return [
      ...scrollWidth > clientWidth
        ? [`the page is ${scrollWidth} px wide, not ${clientWidth}`]
        : [],
      ...all.filter(leavesItsPlace).map(({ name }) =>
        `${name} leaves its place`
      ),
      ...all.filter(isCut).map(({ name }) => `${name} is cut off`),
      ...texts.flatMap((one) =>
        all.filter((other) => covers(one, other))
          .map(({ name }) => `${one.name} is covered by ${name}`)
      ),
    ];
  }

  function isShown(element) {
    return element.checkVisibility({ visibilityProperty: true });
  }

  /** Visible texts with the boxes of their lines. */
  function readTexts() {
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT,
    );
    const texts = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const element = node.parentElement;
      const name = node.textContent.trim().slice(0, 40);
      const isText = name !== "" &&
        !element.closest("svg,script,style,noscript");
      if (!isText || !isShown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      texts.push({
        name,
        element,
        boxes: [...range.getClientRects()].map(toLetters),
      });
    }
    return texts;
  }

  /** A line's box is higher than its letters, in each font by another amount. */
  function toLetters({ left, right, top, bottom }) {
    const slack = (bottom - top) * 0.3;
    return { left, right, top: top + slack, bottom: bottom - slack };
  }

  function readPictures() {
    return [...document.querySelectorAll("svg,img,.eye")]
      .filter((one) => isShown(one) && !one.closest(".eye svg"))
      .map((element) => ({
        name: `<${element.localName}>`,
        element,
        boxes: [element.getBoundingClientRect()],
      }));
  }

  function leavesItsPlace({ element, boxes }) {
    const { clientWidth } = document.documentElement;
    const frame = element.closest(
      "button:not(.link),.b,.note,.box,main,header,footer",
    );
    const place = frame.getBoundingClientRect();
    // The mark of the way that was used last hangs over the edge.
    const top = element.matches(".last") ? 0 : place.top;
    return boxes.some((box) =>
      box.left < Math.max(place.left, 0) - 1 ||
      box.right > Math.min(place.right, clientWidth) + 1 ||
      box.top < top - 1 || box.bottom > place.bottom + 1
    );
  }

  function isCut({ element }) {
    for (let one = element; one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = one;
      if (overflowX !== "visible" && scrollWidth > clientWidth + 1) return true;
      if (overflowY !== "visible" && scrollHeight > clientHeight + 1) {
        return true;
      }
    }
    return false;
  }

  function covers(one, other) {
    if (one === other || other.element.contains(one.element)) return false;
    return one.boxes.some((a) =>
      other.boxes.some((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
      )
    );
  }

  /** The contrast of two colours as WCAG 2.2 measures it. */
  function toContrast(a, b) {
    const [high, low] = [a, b].map(toLuminance).sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  }

  function toLuminance(color) {
    const [r, g, b] = toChannels(color).map((byte) => {
      const part = byte / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function toChannels(color) {
    return color.match(/[\d.]+/g).map(Number);
  }

  /** A colour as it looks on an opaque one. */
  function toOpaque(color, ground) {
    const [r, g, b, alpha = 1] = toChannels(color);
    const below = toChannels(ground);
    const mixed = [r, g, b].map((byte, i) =>
      byte * alpha + below[i] * (1 - alpha)
    );
    return `rgb(${mixed})`;
  }

  /** The nearest opaque colour that an element lies on. */
  function findGround(element) {
    for (let one = element; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one);
      if (backgroundColor.startsWith("rgb(")) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  }

  function toContrastOn(color, element) {
    const ground = findGround(element);
    return toContrast(toOpaque(color, ground), ground);
  }

  function toTextContrast(element) {
    return toContrastOn(getComputedStyle(element).color, element);
  }

  /** The ring of the focused element: its width, and its contrast with what is around it. */
  function readRing() {
    const { activeElement: one } = document;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
    return {
      width: outlineStyle === "none" ? 0 : parseFloat(outlineWidth),
      contrast: toContrastOn(outlineColor, one.parentElement),
    };
  }

  /** The weakest contrast of all visible texts. */
  function findWeakestText() {
    return readTexts().map(({ name, element }) => ({
      name,
      contrast: toTextContrast(element),
    })).sort((a, b) => a.contrast - b.contrast)[0];
  }

  /** The accessible name of the focused element; null after the last one. */
  function readFocus() {
    const { activeElement: one } = document;
    if (one === null || one === document.body) return null;
    const name = one.ariaLabel ?? one.labels?.[0]?.textContent ??
      one.textContent;
    return name.replace(/\s+/g, " ").trim();
  }

  /** What can be pressed or typed into, and has no border. */
  function findMissingEdges() {
    const all = [
      ...document.querySelectorAll("button:not(.link,.eye),.b,input"),
    ];
    return all.filter((one) => {
      const { borderTopStyle, borderTopWidth, borderTopColor } =
        getComputedStyle(one);
      return isShown(one) && (borderTopStyle !== "solid" ||
        parseFloat(borderTopWidth) < 1 ||
        toContrastOn(borderTopColor, one.parentElement) < 3);
    }).map((one) => one.outerHTML);
  }

  /** Properties that an animation or a transition changes. */
  function listMoving() {
    const names = document.getAnimations().flatMap(({ effect }) =>
      effect.getKeyframes().flatMap((frame) => Object.keys(frame))
    );
    const known = [
      "offset",
      "computedOffset",
      "easing",
      "composite",
      "visibility",
      "--s",
    ];
    const animated = names.filter((name) => !known.includes(name));
    const transitions = [...document.querySelectorAll("*")]
      .filter((one) => getComputedStyle(one).transitionDuration !== "0s")
      .map((one) => `transition of ${one.localName}`);
    return [...animated, ...transitions];
  }

  return {
    visit,
    visitWithAxe,
    toTextContrast,
    readRing,
    readFocus,
    findWeakestText,
    findMissingEdges,
    listMoving,
  };
})();
