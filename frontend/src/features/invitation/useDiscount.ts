import { useEffect, useState } from "react";
import { hasOpenDialog, isAnswered } from "./prompts";

const LOOK_MS = 5000;

/** Whether somebody has begun to enter something, who is not interrupted. */
const isEntering = (): boolean =>
  [...document.querySelectorAll("input, textarea")].some((field) => "value" in field && field.value !== "");

/** Whether the offer of discounts is open, and the function that closes it. It opens 5 seconds after the page, never over another dialog. */
export function useDiscount(): [boolean, () => void] {
  const [isOpen, setIsOpen] = useState(false);
  const [isOver, setIsOver] = useState(() => isAnswered("discount"));
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => {
      if (!document.hidden && !hasOpenDialog() && !isEntering()) setIsOpen(true);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  const [close] = useState(() => () => setIsOver(true));
  return [isOpen && !isOver, close];
}
