// Applies the stored theme before the first paint; a file of its own because the page's policy allows no inline script.
try {
  const choice = localStorage.getItem("spyhop.theme");
  if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
} catch {
  // Storage may be closed; the system's theme stays.
}
