/** A fact the server wrote into the page: `spyhop-instance`, `spyhop-world` or `spyhop-plans`. */
export function pageFact(name: "instance" | "world" | "plans"): string | undefined {
  const tags = document.querySelectorAll<HTMLMetaElement>(`meta[name="spyhop-${name}"]`);
  return [...tags].map((tag) => tag.content).find((content) => content !== "");
}
