import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { Icon } from "./Icon";
import type { MenuItem } from "./Menu";
import css from "./menu.module.css";
import { useRovingFocus } from "./useRovingFocus";

interface ItemProps {
  item: MenuItem;
  onDone: () => void;
}

function Item({ item: { label, icon, to, href, onChoose }, onDone }: ItemProps) {
  const text = (
    <>
      <Icon name={icon} size={16} />
      {label}
    </>
  );
  if (to)
    return (
      <Link role="menuitem" to={to} onClick={onDone}>
        {text}
      </Link>
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

interface MenuItemsProps {
  id: string;
  /** The accessible name of the menu. */
  label: string;
  items: readonly MenuItem[];
  /** What the entries are about, above them. */
  head?: ReactNode;
  /** Whether they are above their button, over its whole width. */
  isAbove?: boolean | undefined;
  onClose: () => void;
}

/** The entries of a menu. The first one has the focus when they appear. */
export function MenuItems({ id, label, items, head, isAbove, onClose }: MenuItemsProps) {
  const [list, onKeyDown] = useRovingFocus<HTMLDivElement>();
  useEffect(() => list.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus(), [list]);
  return (
    <div className={css.panel} data-above={isAbove || undefined}>
      {head ? <p className={css.about}>{head}</p> : null}
      <div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} className={css.items} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <Item key={item.label} item={item} onDone={onClose} />
        ))}
      </div>
    </div>
  );
}
