import type { ReactNode } from "react";
import { shortAddress } from "../../format/text";
import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { InlineFailure } from "../../ui/Note";
import { Tag } from "../../ui/Tag";
import { AccessRow } from "./AccessRow";
import { CountedTitle } from "./CountedTitle";
import css from "./rows.module.css";
import type { SignInWallet } from "./types";
import { useAction } from "./useAction";

const nameOf = ({ name, address }: SignInWallet): string => name ?? shortAddress(address);

const noteOf = ({ name, address, linked_on }: SignInWallet): string =>
  name ? `${shortAddress(address)} · linked ${date(linked_on)}` : `Linked ${date(linked_on)}`;

interface SignInWalletsProps {
  wallets: readonly SignInWallet[];
  unlink: (address: string) => Promise<unknown>;
  /** The button that links another wallet. */
  link: ReactNode;
}

/** The wallets that the person signs in with. */
export function SignInWallets({ wallets, unlink, link }: SignInWalletsProps) {
  const { running, failure, run } = useAction(unlink);
  return (
    <Card title={<CountedTitle title="Sign-in wallets" count={wallets.length} />} aside={link}>
      <p className={css.lead}>You can sign in with these. They aren't added to your portfolio.</p>
      {failure ? (
        <div className={css.failure}>
          <InlineFailure>{failure}</InlineFailure>
        </div>
      ) : null}
      {wallets.length === 0 ? <p className={css.empty}>No sign-in wallets yet.</p> : null}
      <ul>
        {wallets.map((wallet) => (
          <AccessRow
            key={`${wallet.address} ${wallet.network}`}
            icon="wallet"
            network={wallet.mark}
            title={nameOf(wallet)}
            tags={wallet.network ? <Tag tone="plain">{`Contract wallet on ${wallet.network}`}</Tag> : null}
            note={noteOf(wallet)}
            action={
              <Button
                small
                busy={running === wallet.address}
                aria-label={`Unlink ${nameOf(wallet)}`}
                onClick={() => run(wallet.address)}
              >
                Unlink
              </Button>
            }
          />
        ))}
      </ul>
    </Card>
  );
}
