import { plural } from "../../format/text";
import { themed } from "../../theme/series";
import { Address } from "../../ui/Address";
import { Button, Spinner } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { keyPromise, kindsOf } from "./extendedKey";
import type { Row } from "./rows";
import css from "./rows.module.css";
import type { DetectedChain, Detection } from "./types";

const SHOWN_CHAINS = 2;

const Chip = ({ chain }: { chain: DetectedChain }) => (
  <span className={css.chip}>
    <i style={{ background: themed(chain.color) }} aria-hidden="true" />
    {chain.name}
  </span>
);

/** Says how an extended key is used and which kinds of addresses are scanned. */
const KeyNote = ({ detected }: { detected: NonNullable<Detection["extended_key"]> }) => (
  <span className={css.key}>
    {keyPromise}{" "}
    {detected.scripts.length > 1
      ? `It doesn't show which address type your wallet uses, so we scan ${kindsOf(detected)} addresses.`
      : `We scan its ${kindsOf(detected)} addresses.`}
  </span>
);

/** The networks of an address, and the address of a name. */
function Found({ detection }: { detection: Detection }) {
  const chains = detection.chains.filter((chain) => chain.chain_detected);
  const more = chains.slice(SHOWN_CHAINS);
  const isName = detection.kind === "name" && detection.address;
  return (
    <>
      {isName ? (
        <span className={css.resolved}>
          <Icon name="check" size={14} />
          <Address address={detection.address ?? ""} />
        </span>
      ) : null}
      {chains.slice(0, SHOWN_CHAINS).map((chain) => (
        <Chip key={chain.id} chain={chain} />
      ))}
      {detection.extended_key ? <KeyNote detected={detection.extended_key} /> : null}
      {more.length > 0 ? (
        <span className={css.more} title={more.map((chain) => chain.name).join(", ")}>
          +{more.length}
          <span className="vh"> {plural(more.length, "more network")}</span>
        </span>
      ) : null}
    </>
  );
}

/** The line below an address: what was found, what is wrong, or that it is being checked. */
export function RowNote({ row, isOwn, onAgain }: { row: Row; isOwn: boolean; onAgain: () => void }) {
  if (row.state === "typed" || row.state === "detecting")
    return (
      <span className={css.looking}>
        <Spinner />
        Looking up…
      </span>
    );
  if (row.state === "found" && isOwn)
    return (
      <>
        <Icon name="check" size={14} />
        <span>You have this wallet already.</span>
      </>
    );
  if (row.state === "found" && row.detection) return <Found detection={row.detection} />;
  if (!row.problem) return null;
  return (
    <>
      <Icon name="alert" size={14} />
      <span>{row.problem}</span>
      {row.state === "failed" ? (
        <Button tone="link" small onClick={onAgain}>
          Try again
        </Button>
      ) : null}
    </>
  );
}
