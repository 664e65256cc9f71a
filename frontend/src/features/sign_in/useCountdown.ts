import { useEffect, useState } from "react";

const secondsUntil = (at: number): number => Math.max(0, Math.ceil((at - Date.now()) / 1000));

/** The whole seconds until a moment, in milliseconds since 1970; counts down to 0. */
export function useCountdown(until: number): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const update = () => setLeft(secondsUntil(until));
    update();
    const timer = setInterval(() => {
      update();
      if (secondsUntil(until) === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
