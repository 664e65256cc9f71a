import { useEffect, useState } from "react";
import { price } from "../../format/money";
import { useRates } from "./queries";
import css from "./rateLine.module.css";

const TURN_MS = 15_000;

/** Turns to the next of `count` things every 15 s, unless it is held. */
function useTurns(count: number, isHeld: boolean): [number, () => void] {
  const [at, setAt] = useState(0);
  const next = () => setAt((old) => old + 1);
  useEffect(() => {
    if (isHeld || count < 2) return;
    const timer = setInterval(() => setAt((old) => old + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [count, isHeld]);
  return [count === 0 ? 0 : at % count, next];
}

/** One coin's price at a time. It rests while pointed at; a press shows the next one and lets it stand. */
export function RateLine() {
  const { data } = useRates();
  const [isHeld, setHeld] = useState(false);
  const [isPointedAt, setPointedAt] = useState(false);
  const [at, next] = useTurns(data?.rates.length ?? 0, isHeld || isPointedAt);
  const rate = data?.rates[at];
  if (!data || !rate) return <div className={css.place} />;
  const text = price(rate.price, data.currency);
  const press = () => {
    setHeld(true);
    next();
  };
  return (
    <button
      type="button"
      className={css.rate}
      aria-label={`${rate.name} ${text}. Next price`}
      title={`${rate.name}. Press for the next price`}
      onClick={press}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
    >
      <span>{rate.symbol}</span>
      <b>{text}</b>
    </button>
  );
}
