import type { ButtonHTMLAttributes, Ref } from "react";
import css from "./button.module.css";
import { Icon, type IconName } from "./Icon";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: "primary" | "danger" | "quiet" | "link";
  small?: boolean;
  icon?: IconName;
  /** Shows a spinner in place of the icon while an action is in progress. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button. Each place has at most one `primary` button. */
export function Button({ tone = "quiet", small, icon, busy, children, className, ...rest }: ButtonProps) {
  const names = [css.button, css[tone], small ? css.small : "", className ?? ""].join(" ");
  return (
    <button type="button" aria-busy={busy || undefined} {...rest} className={names}>
      {busy ? <Spinner /> : icon ? <Icon name={icon} size={small || tone === "link" ? 15 : 18} /> : null}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** What the button does. */
  label: string;
  size?: number;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button that shows only an icon; the label is the accessible name and the tooltip. */
export function IconButton({ icon, label, size = 18, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...rest} className={`${css.icon} ${className ?? ""}`}>
      <Icon name={icon} size={size} />
    </button>
  );
}

/** A spinner. */
export const Spinner = () => <span className={css.spinner} aria-hidden="true" />;
