import type { World } from "../features/world/types";

type Fact = "instance" | "world" | "chosen" | "plans" | "blog" | "chat" | "microblog";

/** A fact the server wrote into the page, such as `spyhop-instance`; links where the configuration has them. */
export function pageFact(name: Fact): string | undefined {
  const tags = document.querySelectorAll<HTMLMetaElement>(`meta[name="spyhop-${name}"]`);
  return [...tags].map((tag) => tag.content).find((content) => content !== "");
}

/** The invented world this page was drawn in, before the server says more about it; nothing in a live one. */
export const initialWorld = (): World | undefined => {
  if (pageFact("world") !== "demo") return undefined;
  const chosen = pageFact("chosen") === "asked" ? "asked" : "automatic";
  return { kind: "demo", chosen, reason: "", live_answers_again: false };
};
