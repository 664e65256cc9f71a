import { plural } from "../../format/text";
import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Change } from "../../ui/Money";
import { InlineFailure } from "../../ui/Note";
import css from "./removal.module.css";
import type { RemovalEffects } from "./types";

interface RemovalDialogProps {
  name: string;
  /** Which gains change; undefined while that is computed. */
  effects: RemovalEffects | undefined;
  /** Why that is not known; empty if it is. */
  failure: string;
  onDelete: () => void;
  onClose: () => void;
}

const Gain = ({ amount, currency, label }: { amount: string | null; currency: string; label: string }) =>
  amount === null ? (
    <span className={css.none}>none</span>
  ) : (
    <Change amount={amount} currency={currency} label={label} />
  );

function Effects({ name, effects }: { name: string; effects: RemovalEffects }) {
  const { changed_count: count, newest, currency_code: currency } = effects;
  if (count === 0) return <p>No gain of your other wallets changes.</p>;
  return (
    <>
      <p>
        {plural(count, "gain")} of your other wallets {count === 1 ? "changes" : "change"}: what {name} sent them then
        came from elsewhere, and what they sent to it is sold. Adding it again restores them.
      </p>
      <ul className={css.list}>
        {newest.map(({ entry, time, symbol, before, after }) => (
          <li key={`${entry} ${symbol}`}>
            <span>
              <bdi>{symbol}</bdi> <small>{date(time)}</small>
            </span>
            <span>
              <Gain amount={before} currency={currency} label={`${symbol}, gain now`} />{" "}
              <span aria-hidden="true">→</span> <span className="vh">becomes</span>{" "}
              <Gain amount={after} currency={currency} label={`${symbol}, gain without ${name}`} />
            </span>
          </li>
        ))}
      </ul>
      {count > newest.length ? <p className={css.none}>and {count - newest.length} more</p> : null}
    </>
  );
}

/** Says which gains change before a wallet is deleted. */
export const RemovalDialog = ({ name, effects, failure, onDelete, onClose }: RemovalDialogProps) => (
  <Dialog title={`Delete ${name}?`} onClose={onClose}>
    <div className={css.body}>
      {effects ? <Effects name={name} effects={effects} /> : null}
      {failure ? <InlineFailure>{`Couldn't compute which gains change: ${failure}`}</InlineFailure> : null}
      {effects || failure ? null : <p aria-busy="true">Computing which gains of your other wallets change…</p>}
      <div className={css.act}>
        <Button tone="danger" onClick={onDelete}>
          Delete
        </Button>
        <Button data-first onClick={onClose}>
          Keep it
        </Button>
      </div>
    </div>
  </Dialog>
);
