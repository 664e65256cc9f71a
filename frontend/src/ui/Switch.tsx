import css from "./switch.module.css";

interface SwitchProps {
  on: boolean;
  onChange: (on: boolean) => void;
  children: string;
}

/** A switch that takes effect immediately. */
export const Switch = ({ on, onChange, children }: SwitchProps) => (
  <button type="button" role="switch" aria-checked={on} className={css.switch} onClick={() => onChange(!on)}>
    <i aria-hidden="true" />
    {children}
  </button>
);
