import { Icon, type IconName } from "./Icon";
import { MenuItems } from "./MenuItems";
import css from "./menu.module.css";
import { useMenu } from "./useMenu";

/** An entry of a menu: an action, a page, or a page on another site. */
export interface MenuItem {
  label: string;
  icon: IconName;
  onChoose?: () => void;
  /** The path of a page. */
  to?: string;
  /** The address of a page that opens in a tab of its own. */
  href?: string;
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
  const { id, isOpen, close, root, button } = useMenu();
  return (
    <div className={css.menu} {...root}>
      <button
        type="button"
        className={css.button}
        data-bare={isBare || undefined}
        aria-label={label}
        title={label}
        {...button}
      >
        <Icon name="more" />
      </button>
      {isOpen ? <MenuItems id={id} label={label} items={items} onClose={close} /> : null}
    </div>
  );
}
