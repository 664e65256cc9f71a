import { useLocation } from "react-router";
import { count } from "../format/text";
import { Icon } from "../ui/Icon";
import { MenuItems } from "../ui/MenuItems";
import { useMenu } from "../ui/useMenu";
import { pages } from "./pages";
import css from "./sourcesTab.module.css";

const GROUP = "Sources";
const HEALTH = "/health";

const sources = pages.filter(({ group }) => group === GROUP);

/** Whether a page is at a path, or above it. */
const isAt = (path: string, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

interface SourcesTabProps {
  /** The number of issues on Data health. */
  attention: number | undefined;
}

/** The tab of phones that opens the pages of its group. A dot marks it while there are issues. */
export function SourcesTab({ attention }: SourcesTabProps) {
  const { pathname } = useLocation();
  const { id, isOpen, close, root, button } = useMenu();
  const isCurrent = sources.some(({ path }) => isAt(path, pathname));
  const items = sources.map(({ path, icon, label }) => ({
    to: path,
    icon,
    label: path === HEALTH && attention ? `${label}, ${count(attention)} to check` : label,
  }));
  return (
    <div className={css.tab} {...root}>
      <button type="button" aria-current={isCurrent || undefined} {...button}>
        <Icon name="wallet" size={22} />
        <span>
          {GROUP}
          {attention ? <span className="vh">, {attention} to check</span> : null}
        </span>
        {attention ? <i aria-hidden="true" /> : null}
      </button>
      {isOpen ? <MenuItems id={id} label={GROUP} items={items} onClose={close} /> : null}
    </div>
  );
}
