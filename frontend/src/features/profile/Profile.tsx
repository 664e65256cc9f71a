import type { ReactNode } from "react";
import { PageHeader } from "../../ui/PageHeader";
import css from "./profile.module.css";

interface ProfileProps {
  /** The form of who the person is; null where it is not available. */
  basic: ReactNode;
  /** The wallets that the person signs in with; null for an anonymous person. */
  wallets: ReactNode;
  /** Export and deletion; null where they are not available. */
  data: ReactNode;
  /** The sessions; for an anonymous person the card that invites to sign in. */
  sessions: ReactNode;
  /** The API keys; null for an anonymous person. */
  keys: ReactNode;
  portfolio: ReactNode;
  /** The rules by which days and costs are counted; null where they are not available. */
  rules: ReactNode;
}

/** The profile page: who the person is and their data at the left, what has access, the portfolio and its rules at the right. Narrow screens show one column. */
export const Profile = ({ basic, wallets, data, sessions, keys, portfolio, rules }: ProfileProps) => (
  <>
    <PageHeader title="Profile" subtitle="Manage your profile here" />
    <div className={css.page}>
      <div className={css.column}>
        {basic ? <div className={css.basic}>{basic}</div> : null}
        {wallets ? <div className={css.wallets}>{wallets}</div> : null}
        {data ? <div className={css.data}>{data}</div> : null}
      </div>
      <div className={css.column}>
        <div className={css.sessions}>{sessions}</div>
        {keys ? <div className={css.keys}>{keys}</div> : null}
        <div className={css.portfolio}>{portfolio}</div>
        {rules ? <div className={css.rules}>{rules}</div> : null}
      </div>
    </div>
  </>
);
