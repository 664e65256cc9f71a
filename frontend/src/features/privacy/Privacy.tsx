import { Disclosures } from "./Disclosures";
import { Providers } from "./Providers";
import css from "./privacy.module.css";

/** The privacy page; without a session it can only say who may be asked. */
export const Privacy = ({ hasSession }: { hasSession: boolean }) => (
  <div className={css.page}>
    <header className={css.title}>
      <h1>Privacy</h1>
      <p>
        Your browser talks to this server alone. The server asks providers about addresses; they see an address and this
        server, never who you are. Every time one is told something, it is written down here.
      </p>
    </header>
    {hasSession ? <Disclosures /> : null}
    <Providers />
  </div>
);
