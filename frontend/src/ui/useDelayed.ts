import { useEffect, useState } from "react";

/** A value that follows another one after a pause, in milliseconds. */
export function useDelayed<T>(value: T, pause: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return delayed;
}
