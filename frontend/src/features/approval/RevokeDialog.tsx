import { plainText } from "../../format/text";
import { Button, IconButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { useCopy } from "../../ui/useCopy";
import css from "./revokeDialog.module.css";
import type { AllowanceRow, SpenderRow } from "./types";
import { nameOf } from "./view";

interface FactProps {
  label: string;
  text: string;
  /** What the notice says after it was copied. */
  copied: string;
}

const Fact = ({ label, text, copied }: FactProps) => {
  const copy = useCopy();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        <IconButton icon="copy" size={16} label={`Copy: ${label}`} onClick={() => copy(text, copied)} />
      </dd>
    </div>
  );
};

interface RevokeDialogProps {
  row: AllowanceRow;
  spender: SpenderRow;
  onClose: () => void;
}

/** The call that takes an approval back. Nothing is signed or sent here: a wallet does. */
export function RevokeDialog({ row: { revoke, symbol, label }, spender, onClose }: RevokeDialogProps) {
  const { contract, text, data, link } = revoke;
  return (
    <Dialog
      title={`Revoke ${plainText(symbol)} for ${nameOf(spender)}`}
      subtitle={`${label} on ${spender.chain_name}`}
      onClose={onClose}
    >
      <div className={css.body}>
        <p>
          Spyhop never signs or sends anything. Your wallet makes this call from {label}; it costs a network fee. Once
          it is in a block, the approval disappears here with the next reading.
        </p>
        {link ? (
          <>
            <a className={css.open} href={link}>
              Open in your wallet
            </a>
            <p className={css.hint}>
              This opens a wallet app that handles ethereum: links, mostly on phones. Elsewhere, copy the call.
            </p>
          </>
        ) : null}
        <dl className={css.facts}>
          <Fact label="Contract" text={contract} copied="Contract copied" />
          <Fact label="Call" text={text} copied="Call copied" />
          <Fact label="Data" text={data} copied="Data copied" />
        </dl>
        <div className={css.foot}>
          <Button data-first onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
