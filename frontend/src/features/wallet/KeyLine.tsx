import { Meter } from "../../ui/Meter";
import { Ago } from "../../ui/Time";
import { isScanning, limitWords, scanWords, type WalletKey } from "./extendedKey";
import css from "./list.module.css";

/** The progress of the address scan of an extended key, and the time of the last scan. */
export function KeyLine({ walletKey }: { walletKey: WalletKey }) {
  const { addresses_looked_at: done, addresses_watched: all, scanned_on, is_full } = walletKey;
  const scanning = isScanning(walletKey);
  return (
    <div className={css.key}>
      <p className={css.count} role="status">
        {scanWords(walletKey)}
        {!scanning && scanned_on ? (
          <>
            {" · scanned "}
            <Ago at={scanned_on} />
          </>
        ) : null}
      </p>
      {scanning ? <Meter part={all === 0 ? 0 : done / all} /> : null}
      <p className={css.count}>{limitWords(walletKey)}</p>
      {is_full ? (
        <p className={css.why}>This key has more addresses than Spyhop tracks. Later ones are not in your total.</p>
      ) : null}
    </div>
  );
}
