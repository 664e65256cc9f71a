import { type FormEvent, useId, useState } from "react";
import { shortAddress } from "../../../format/text";
import { Avatar } from "../../../ui/Avatar";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { InlineFailure } from "../../../ui/Note";
import { SearchField } from "../../../ui/SearchField";
import { Skeleton } from "../../../ui/Skeleton";
import { Tag } from "../../../ui/Tag";
import { useShowMore } from "../../../ui/useShowMore";
import type { CodeCandidate, ExchangeCode } from "../types";
import css from "./mapCodeDialog.module.css";
import { useCodeCalls } from "./mutations";
import { useCandidates } from "./queries";

/** How many assets are shown at first, so that the end of the form stays in sight. */
const FIRST = 6;

interface OptionsProps {
  assets: readonly CodeCandidate[];
  /** What the code means already; null for nothing. */
  before: CodeCandidate | null;
  chosen: CodeCandidate | null;
  onChoose: (asset: CodeCandidate) => void;
}

const placeOf = ({ chain_name, contract_address }: CodeCandidate): string =>
  [chain_name ?? "Currency", contract_address === null ? "" : shortAddress(contract_address)]
    .filter(Boolean)
    .join(" · ");

/** The assets of which one is chosen; what the code means already comes first. */
function Options({ assets, before, chosen, onChoose }: OptionsProps) {
  const name = useId();
  const isBefore = ({ asset }: CodeCandidate) => asset === before?.asset;
  const [shown, more] = useShowMore([...assets.filter(isBefore), ...assets.filter((one) => !isBefore(one))], FIRST);
  return (
    <div>
      <fieldset className={css.options}>
        <legend className="vh">Asset</legend>
        {shown.map((asset) => (
          <label key={asset.asset} title={asset.contract_address ?? undefined}>
            <input type="radio" name={name} checked={chosen?.asset === asset.asset} onChange={() => onChoose(asset)} />
            <Avatar name={asset.symbol} colour="var(--c8)" mark={asset.mark} size={24} />
            <span>
              <bdi>{asset.name || asset.symbol}</bdi>
              <small>
                {asset.symbol} · {placeOf(asset)}
              </small>
            </span>
            {asset.listed ? null : <Tag tone="warn">On no list</Tag>}
          </label>
        ))}
      </fieldset>
      {more}
    </div>
  );
}

/** The assets with a symbol or contract, of which one is chosen. */
function Candidates({ text, ...rest }: Omit<OptionsProps, "assets"> & { text: string }) {
  const { assets, error, retry } = useCandidates(text);
  if (text.trim() === "")
    return <p className={css.none}>Enter the symbol of an asset, or the address of its contract.</p>;
  if (error) {
    return (
      <InlineFailure>
        {error.message}{" "}
        <Button tone="link" small onClick={retry}>
          Try again
        </Button>
      </InlineFailure>
    );
  }
  if (!assets) {
    return (
      <div className={css.bones} aria-busy="true">
        <Skeleton width="100%" height={32} />
        <Skeleton width="100%" height={32} />
      </div>
    );
  }
  if (assets.length === 0) {
    return <p className={css.none}>Nothing here has the symbol or contract “{text.trim()}”. Enter another one.</p>;
  }
  return <Options assets={assets} {...rest} />;
}

interface MapCodeDialogProps {
  code: ExchangeCode;
  exchangeName: string;
  onClose: () => void;
}

/** The dialog in which a person states what a code means. */
export function MapCodeDialog({ code, exchangeName, onClose }: MapCodeDialogProps) {
  const { symbol, asset } = code;
  const [text, setText] = useState(asset?.symbol ?? symbol);
  const [chosen, setChosen] = useState(asset);
  const [running, setRunning] = useState<"map" | "clear" | null>(null);
  const [problem, setProblem] = useState("");
  const { map, clear } = useCodeCalls();
  const run = async (what: "map" | "clear", call: () => Promise<void>) => {
    if (running) return;
    setRunning(what);
    setProblem("");
    try {
      await call();
      onClose();
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : "Something Went Wrong");
      setRunning(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) void run("map", () => map(code, chosen));
    else setProblem("Choose an asset.");
  };
  const choose = (next: CodeCandidate) => {
    setProblem("");
    setChosen(next);
  };
  return (
    <Dialog
      title={`Which asset is ${symbol}?`}
      subtitle={`A code at ${exchangeName} that no list knows`}
      onClose={onClose}
    >
      <form className={css.form} onSubmit={submit} noValidate>
        <SearchField label="Symbol or contract address" value={text} onChange={setText} />
        <Candidates text={text} before={asset} chosen={chosen} onChoose={choose} />
        <p className={css.hint}>
          One {symbol} has to be one of what you choose. Anyone can make a token with any symbol, so compare the
          contract.
        </p>
        {problem ? <InlineFailure>{problem}</InlineFailure> : null}
        <div className={css.act}>
          <Button tone="primary" type="submit" busy={running === "map"}>
            {running === "map" ? "Saving…" : "Save"}
          </Button>
          {asset ? (
            <Button busy={running === "clear"} onClick={() => void run("clear", () => clear(code))}>
              Remove
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
