import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon, type IconName } from "./Icon";
import css from "./menu.module.css";
import { useRovingFocus } from "./useRovingFocus";

/** An entry of a menu: an action, or a page on another site. */
export interface MenuItem {
  label: string;
  icon: IconName;
  onChoose?: () => void;
  /** The address of a page that opens in a tab of its own. */
  href?: string;
}

interface ItemProps {
  item: MenuItem;
  onDone: () => void;
}

function Item({ item: { label, icon, href, onChoose }, onDone }: ItemProps) {
  const text = (
    <>
      <Icon name={icon} size={16} />
      {label}
    </>
  );
  if (href)
    return (
      <a role="menuitem" href={href} target="_blank" rel="noreferrer noopener" onClick={onDone}>
        {text}
      </a>
    );
  const choose = () => {
    onDone();
    onChoose?.();
  };
  return (
    <button type="button" role="menuitem" onClick={choose}>
      {text}
    </button>
  );
}

/** The entries. The first one has the focus when they appear. */
function Items({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const [list, onKeyDown] = useRovingFocus<HTMLDivElement>();
  useEffect(() => list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus(), [list]);
  return (
    <div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} className={css.items} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

interface MenuProps {
  /** The accessible name of the button and of the menu. */
  label: string;
  items: readonly MenuItem[];
  /** Whether the button has no border, as in a row. */
  isBare?: boolean;
}

/** A button with three dots that opens a menu. The menu closes on Escape and when the focus leaves it. */
export function Menu({ label, items, isBare }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // A dialog that an entry opens gives the focus back to here.
    button.current?.focus();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls inside handle the keys, and the events bubble here
    <div className={css.menu} onBlur={leave} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={css.button}
        data-bare={isBare || undefined}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
      </button>
      {isOpen ? (
        <Items id={id} label={label}>
          {items.map((item) => (
            <Item key={item.label} item={item} onDone={close} />
          ))}
        </Items>
      ) : null}
    </div>
  );
}
