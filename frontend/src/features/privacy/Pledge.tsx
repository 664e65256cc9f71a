import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import css from "./privacy.module.css";
import { useChains, useProfiles } from "./queries";
import { stops } from "./stops";

/** What this server promises, and what goes without others. */
export function Pledge() {
  const { data } = useProfiles();
  const { data: known } = useChains();
  if (!data) return null;
  if (!data.own_nodes_only)
    return (
      <Card title="What this server promises">
        <p className={css.note}>
          Providers see an address, never a person: no name, no account, no cookie, and never your addresses in one
          question. If nobody at all should see them, run your own nodes and set <code>SPYHOP_PRIVACY=strict</code>:
          then only nodes marked as your own are asked, and this page says what goes without the others.
        </p>
      </Card>
    );
  const gone = stops(data.profiles, known?.chains ?? []);
  return (
    <Card title="Only your own nodes are asked">
      <p className={css.note}>Your privacy is protected. No third party will know which wallet addresses you added.</p>
      {gone.length > 0 ? (
        <ul className={css.stops} aria-label="What goes without others">
          {gone.map((one) => (
            <li key={one.what}>
              <Icon name="info" size={15} />
              <span>
                <b>{one.what}</b> {one.text}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
