import type { PointerEvent } from "react";

/**
 * Reports the element under a moving pointer. An element that scrolls under a resting pointer is not reported, because it
 * would flicker. Touch never reports an element.
 */
export const pointing = (id: string, onPoint: ((id: string | null) => void) | undefined) => ({
  onPointerMove: ({ pointerType }: PointerEvent) => onPoint?.(pointerType === "touch" ? null : id),
  onPointerLeave: () => onPoint?.(null),
});
