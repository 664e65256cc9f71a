import type { World } from "../features/world/types";

type Fact = "instance" | "world" | "chosen" | "plans" | "mail" | "discounts" | "blog" | "chat" | "microblog";

/** Returns a value that the server wrote into the HTML, such as `spyhop-instance`; undefined if it is not set. */
export function pageFact(name: Fact): string | undefined {
  const tags = document.querySelectorAll<HTMLMetaElement>(`meta[name="spyhop-${name}"]`);
  return [...tags].map((tag) => tag.content).find((content) => content !== "");
}

/** The demo world that the HTML was rendered for, until the sync status has loaded; undefined for live data. */
export const initialWorld = (): World | undefined => {
  if (pageFact("world") !== "demo") return undefined;
  const chosen = pageFact("chosen") === "configured" ? "configured" : "automatic";
  return { kind: "demo", chosen, reason: "", live_answers_again: false };
};
