import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Mark } from "../../ui/Mark";
import { AddressForm, type AddressFormProps } from "./AddressForm";
import { Sea } from "./Sea";
import css from "./welcome.module.css";

/** A public name that everybody may look at. */
const EXAMPLE = "vitalik.eth";

interface WelcomeProps {
  save: AddressFormProps["save"];
  /** What there is to say before the person starts. */
  notice?: ReactNode;
  /** Stands at the right of the brand. */
  corner: ReactNode;
  /** Stands at the end of the page. */
  foot: ReactNode;
}

/** The first page: paste addresses, go. */
export function Welcome({ save, notice, corner, foot }: WelcomeProps) {
  const [example, setExample] = useState(false);
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
          <AddressForm key={example ? EXAMPLE : ""} save={save} {...(example ? { address: EXAMPLE } : {})} />
        </div>
        {example ? null : (
          <div className={css.ways}>
            <Button icon="eye" onClick={() => setExample(true)}>
              Try it with an example
            </Button>
          </div>
        )}
        <p className={css.privacy}>
          <Icon name="shield" size={16} />
          <span>
            We never share who you are. To read balances, this server queries the{" "}
            <Link to="/privacy">providers listed here</Link>. They see an address, not you.
          </span>
        </p>
      </main>
      {foot}
    </div>
  );
}
