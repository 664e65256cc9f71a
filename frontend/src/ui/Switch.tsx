import css from "./switch.module.css";

interface SwitchProps {
  on: boolean;
  onChange: (on: boolean) => void;
  children: string;
}

/** Something that is on or off at once. */
export const Switch = ({ on, onChange, children }: SwitchProps) => (
  <button type="button" role="switch" aria-checked={on} className={css.switch} onClick={() => onChange(!on)}>
    <i aria-hidden="true" />
    {children}
  </button>
);
