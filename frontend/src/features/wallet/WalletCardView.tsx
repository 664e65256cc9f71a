import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { pricedWords } from "../../format/coverage";
import { percent } from "../../format/quantity";
import { count, shortAddress } from "../../format/text";
import { moment } from "../../format/time";
import { Avatar } from "../../ui/Avatar";
import { Button, IconButton } from "../../ui/Button";
import { useExplain } from "../../ui/explain";
import { Money } from "../../ui/Money";
import { useCopy } from "../../ui/useCopy";
import { KeyLine } from "./KeyLine";
import css from "./list.module.css";
import type { SearchWalletData, WalletCard } from "./types";
import { walletPath } from "./walletPath";
import { nameOf, titleCase } from "./words";

/** Whether a wallet is called other than by its address or key. */
const hasOtherName = ({ nickname, display_address, reverse_name }: WalletCard): boolean =>
  Boolean(nickname || display_address || reverse_name);

/** An address or a key with a copy button. */
function Copyable({ wallet }: { wallet: WalletCard }) {
  const { address, extended_key: key } = wallet;
  const copy = useCopy();
  // Without another name, the shortened form is already shown as the title.
  const text = hasOtherName(wallet) ? (key?.short ?? shortAddress(address)) : key ? null : address;
  return (
    <>
      {text ? <span title={key ? undefined : address}>{text}</span> : null}
      <IconButton
        icon="copy"
        size={14}
        label={key ? "Copy the extended key" : "Copy the address"}
        className={css.small}
        onClick={() => copy(address, "Copied")}
      />
    </>
  );
}

/** The ENS name that the address claims. Anyone can claim a name, so it is shown with the address and never instead of it. */
function ReverseName({ wallet: { nickname, reverse_name: found } }: { wallet: WalletCard }) {
  if (!found || nickname) return null;
  return <span title={`ENS name of this address, checked ${moment(found.checked_on)}`}>{found.name} ·</span>;
}

interface FiguresProps {
  wallet: WalletCard;
  currency: string;
  /** The ids of figures by the path of the amount in the answer. */
  figures: SearchWalletData["figures"];
  /** The path of the wallet in the answer. */
  place: string;
}

/** Why a wallet has no value. */
const unknownWords = ({ reading }: WalletCard): string => (reading > 0 ? "Loading" : "Not counted");

/** Keeps the height of the line. */
const NO_WORDS = "\u00a0";

function Worth({ wallet, currency, figures, place }: FiguresProps) {
  const { total_value, priced, unpriced, reading } = wallet;
  const words = [
    pricedWords(priced, priced + unpriced, total_value !== null && reading === 0),
    reading > 0 && !wallet.extended_key ? `${count(reading)} still loading` : "",
  ];
  return (
    <div>
      <p className={css.worth}>
        {total_value === null ? (
          unknownWords(wallet)
        ) : (
          <Money
            amount={total_value}
            currency={currency}
            figure={figures[`${place}/total_value`]}
            label={`${nameOf(wallet)}, value`}
          />
        )}
      </p>
      <p className={css.count}>{words.filter(Boolean).join(" · ") || NO_WORDS}</p>
    </div>
  );
}

interface ChipProps {
  value: WalletCard["values"][number];
  currency: string;
  figure: string | undefined;
}

/** A network of a wallet with its share; its value is shown on hover or click. */
function Chip({ value: { name, color, mark, value, share }, currency, figure }: ChipProps) {
  const explain = useExplain();
  const texts = useAmountText();
  const part = share === null ? "" : percent(share);
  const worth = value === null ? "not counted" : texts.money(value, currency);
  const tip = part ? `${name}: ${worth}, ${part} of this wallet` : `${name}: ${worth}`;
  const text = (
    <>
      <Avatar name={name} colour={color} mark={mark} size={18} />
      {name} {part ? <em>{part}</em> : null}
    </>
  );
  if (!figure || !explain)
    return (
      <span className={css.chip} title={tip}>
        {text}
      </span>
    );
  return (
    <button
      type="button"
      className={css.chip}
      title={tip}
      aria-label={`${part ? `${name} ${part} of this wallet` : name}: ${worth}. Explain this figure`}
      onClick={() => explain(figure)}
    >
      {text}
    </button>
  );
}

/** A wallet whose address no network knows. */
const Wrong = ({ wallet, onFix }: { wallet: WalletCard; onFix: () => void }) => (
  <div className={css.wrong}>
    <p>This wallet address is not detected. Please fix it now.</p>
    {wallet.reason ? <p className={css.why}>{wallet.reason}</p> : null}
    <Button small onClick={onFix}>
      Fix now
    </Button>
  </div>
);

interface WalletCardViewProps extends FiguresProps {
  onEdit: () => void;
  onDelete: () => void;
  onFix: () => void;
}

/** The card of a wallet: kind, names, value and networks. */
export function WalletCardView({ onEdit, onDelete, onFix, ...shown }: WalletCardViewProps) {
  const { wallet, currency, figures, place } = shown;
  const { wallet: kind, wallet_metadata: chain } = wallet;
  const name = nameOf(wallet);
  return (
    <li id={`wallet-${wallet.id}`} tabIndex={-1} className={css.card}>
      <div className={css.top}>
        <Avatar
          name={chain?.name ?? name}
          colour={chain?.color ?? "var(--c8)"}
          mark={kind?.mark ?? chain?.mark}
          network={kind?.mark ? chain?.mark : null}
        />
        <div className={css.names}>
          <h2>
            <Link to={walletPath(wallet)}>{name}</Link>
          </h2>
          <p className={css.address}>
            {kind ? <span>{titleCase(kind.name)} ·</span> : null}
            {wallet.extended_key ? <span>Extended key{hasOtherName(wallet) ? " ·" : ""}</span> : null}
            <ReverseName wallet={wallet} />
            <Copyable wallet={wallet} />
          </p>
        </div>
        <IconButton icon="pen" label={`Edit ${name}`} onClick={onEdit} />
        <IconButton icon="trash" label={`Delete ${name}`} onClick={onDelete} />
      </div>
      {wallet.detected ? <Worth {...shown} /> : <Wrong wallet={wallet} onFix={onFix} />}
      {wallet.extended_key ? <KeyLine walletKey={wallet.extended_key} /> : null}
      {wallet.values.length > 0 ? (
        <ul className={css.chips} aria-label={`Networks of ${name}`}>
          {wallet.values.map((value, i) => (
            <li key={value.chain}>
              <Chip value={value} currency={currency} figure={figures[`${place}/values/${i}/value`]} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
