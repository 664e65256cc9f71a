import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../../ui/Icon";
import { Mark } from "../../ui/Mark";
import { AddressForm } from "./AddressForm";
import { Sea } from "./Sea";
import { TryExample } from "./TryExample";
import type { Save } from "./useSending";
import css from "./welcome.module.css";

interface WelcomeProps {
  save: Save;
  /** What there is to say before the person starts. */
  notice?: ReactNode;
  /** Stands at the right of the brand. */
  corner: ReactNode;
  /** Stands at the end of the page. */
  foot: ReactNode;
}

/** The first page: paste addresses, go. */
export function Welcome({ save, notice, corner, foot }: WelcomeProps) {
  return (
    <div className={css.page}>
      <header className={css.top}>
        <Link to="/welcome" className={css.brand}>
          <Mark size={26} />
          Spyhop
        </Link>
        {corner}
      </header>
      <Sea />
      <main className={css.main}>
        <h1>Welcome to Spyhop</h1>
        <p className={css.lead}>Add any ENS or wallet addresses to get started</p>
        {notice ? <div className={css.notice}>{notice}</div> : null}
        <div className={css.card}>
          <AddressForm save={save} />
        </div>
        <TryExample save={save} />
        <p className={css.privacy}>
          <Icon name="shield" size={16} />
          <span>
            We never tell anyone who you are. To read public balances our server asks the{" "}
            <Link to="/privacy">providers listed here</Link>; they see an address, not you.
          </span>
        </p>
      </main>
      {foot}
    </div>
  );
}
