// Counts the seconds until the moment in `data-until`.
const label = document.querySelector("[data-until]");
const end = Date.parse(label?.dataset.until);

function show() {
  const left = Math.ceil((end - Date.now()) / 1000);
  if (left <= 0) {
    label.textContent = "Ended: the next request gets a new one";
    return;
  }
  const seconds = String(left % 60).padStart(2, "0");
  label.textContent = `Valid for ${Math.floor(left / 60)}:${seconds}`;
  setTimeout(show, (end - Date.now()) % 1000);
}

if (label) show();
