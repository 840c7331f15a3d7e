import { inBrowser, onContentUpdated } from "vitepress";
import { onMounted, onUnmounted } from "vue";

const KEY = "latchkey-tabs";
/** How many choices are kept: package managers and frameworks are few. */
const MAX = 12;

/** The labels that were chosen, the last one first. */
let chosen: string[] = [];

/** Keeps the tab that a reader chose, in all groups of all pages. */
export function keepTabs(): void {
  if (!inBrowser) return;
  onMounted(() => {
    chosen = read();
    globalThis.addEventListener("change", choose);
    showAll();
  });
  onUnmounted(() => globalThis.removeEventListener("change", choose));
  onContentUpdated(showAll);
}

function choose({ target }: Event): void {
  const input = target as HTMLInputElement;
  if (!input.matches?.(".vp-code-group input")) return;
  const label = toLabel(input);
  chosen = [label, ...chosen.filter((one) => one !== label)].slice(0, MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing: the page still follows the choice.
  }
  const before = input.getBoundingClientRect().top;
  showAll();
  // What the reader looks at stays where it is.
  globalThis.scrollBy(0, input.getBoundingClientRect().top - before);
}

function showAll(): void {
  document.querySelectorAll(".vp-code-group").forEach(show);
}

function show(group: Element): void {
  const inputs = [...group.querySelectorAll<HTMLInputElement>(".tabs input")];
  const labels = inputs.map(toLabel);
  const at = labels.indexOf(chosen.find((one) => labels.includes(one)) ?? "");
  if (at < 0) return;
  inputs[at].checked = true;
  [...group.querySelectorAll(".blocks > *")].forEach((block, i) =>
    block.classList.toggle("active", i === at)
  );
}

function toLabel(input: HTMLInputElement): string {
  return input.labels?.[0]?.textContent ?? "";
}

function read(): string[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}
