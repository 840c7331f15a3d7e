/**
 * The script of pages with a form, as it is served. Pages work without it: it
 * shows and hides passwords, keeps a form from being sent twice, sends a code as
 * soon as it is complete, and has one box serve all forms of a page.
 */
export const PAGE_SCRIPT: string = String.raw`(() => {
  for (const eye of document.querySelectorAll("[data-shows]")) {
    const field = document.getElementById(eye.dataset.shows);
    eye.hidden = false;
    eye.onclick = () => {
      const shows = field.type === "password";
      field.type = shows ? "text" : "password";
      eye.ariaPressed = shows;
    };
  }
  const code = document.getElementById("code");
  if (code) code.oninput = () => {
    if (/^\d{8}$/.test(code.value.replace(/[ -]/g, ""))) code.form.requestSubmit();
  };
  const shared = document.querySelector("[data-shared]");
  if (shared) addEventListener("formdata", ({ formData }) => {
    if (shared.checked) formData.set(shared.name, shared.value);
  });
  let sent = null;
  addEventListener("submit", (event) => {
    if (sent) return event.preventDefault();
    sent = event.submitter;
    sent?.setAttribute("aria-busy", "true");
  });
  addEventListener("pageshow", () => {
    sent?.removeAttribute("aria-busy");
    sent = null;
  });
})();`;
