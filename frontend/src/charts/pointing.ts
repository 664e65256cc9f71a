import type { PointerEvent } from "react";

/**
 * Says what a pointer that moves stands on. What only comes to lie below one that rests, as while the page is scrolled, is
 * not pointed at: it would flicker by. A finger points at nothing.
 */
export const pointing = (id: string, onPoint: ((id: string | null) => void) | undefined) => ({
  onPointerMove: ({ pointerType }: PointerEvent) => onPoint?.(pointerType === "touch" ? null : id),
  onPointerLeave: () => onPoint?.(null),
});
