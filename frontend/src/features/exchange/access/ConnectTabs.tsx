import { useRovingFocus } from "../../../ui/useRovingFocus";
import css from "./connectTabs.module.css";

/** The ways to connect an account. */
export type ConnectWay = "access" | "key" | "file";

interface ConnectTabsProps {
  /** The exchange, for people. */
  name: string;
  chosen: ConnectWay;
  onChoose: (way: ConnectWay) => void;
}

/** The tabs of the form: on the page of the exchange, or with a key. */
export function ConnectTabs({ name, chosen, onChoose }: ConnectTabsProps) {
  const [list, onKeyDown] = useRovingFocus<HTMLDivElement>();
  const tab = (way: ConnectWay, label: string) => (
    <button type="button" role="tab" aria-selected={way === chosen} onClick={() => onChoose(way)}>
      {label}
    </button>
  );
  return (
    <div ref={list} role="tablist" aria-label="How to connect" className={css.tabs} onKeyDown={onKeyDown}>
      {tab("access", name)}
      {tab("key", "API Sync")}
    </div>
  );
}
