import { useState } from "react";
import { useAmountText } from "../../format/amounts";
import { plainText, plural, shortAddress } from "../../format/text";
import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { Tag } from "../../ui/Tag";
import { RevokeDialog } from "./RevokeDialog";
import css from "./spenderCard.module.css";
import type { AllowanceRow, Approvals, SpenderRow } from "./types";
import { limitWords, nameOf, riskWords, type ShownSpender } from "./view";

interface RiskProps {
  row: AllowanceRow;
  approvals: Approvals;
  place: string;
}

/** The value that can be lost by an allowance, or why there is none. */
export function Risk({ row, approvals: { currency_code, figures }, place }: RiskProps) {
  const words = riskWords(row);
  if (words || row.at_risk === null) return <span className={css.unknown}>{words || "not known"}</span>;
  return (
    <Money
      amount={row.at_risk}
      currency={currency_code}
      figure={figures[`${place}/at_risk`]}
      label={`${plainText(row.symbol)}, can be moved`}
    />
  );
}

interface RowProps extends RiskProps {
  spender: SpenderRow;
}

function Row({ row, spender, approvals, place }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const texts = useAmountText();
  const { symbol, label, contract, held, limit, via_permit2, expires_on, approved_on } = row;
  const name = plainText(symbol);
  const limited = limitWords(row, texts);
  return (
    <tr>
      <th scope="row">
        <span title={contract}>
          <bdi>{name}</bdi>
        </span>
        <small>
          {label}
          {via_permit2 ? ", by way of Permit2" : ""}
          {approved_on ? `, approved ${date(approved_on)}` : ""}
        </small>
      </th>
      <td>
        {limit === "unlimited" ? <Tag tone="warn">No limit</Tag> : limited}
        {expires_on ? <small>until {date(expires_on)}</small> : null}
      </td>
      <td className={css.held}>{held === null ? "not known" : `${texts.shortQuantity(held)} ${name}`}</td>
      <td>
        <Risk row={row} approvals={approvals} place={place} />
      </td>
      <td>
        <Button
          tone="link"
          small
          aria-haspopup="dialog"
          aria-label={`Revoke ${name} of ${label} for ${nameOf(spender)}`}
          onClick={() => setOpen(true)}
        >
          Revoke
        </Button>
        {isOpen ? <RevokeDialog row={row} spender={spender} onClose={() => setOpen(false)} /> : null}
      </td>
    </tr>
  );
}

/** What stands at the address of a spender, where that is worth a word. */
function CodeTag({ spender: { code, owner } }: { spender: SpenderRow }) {
  if (code !== "contract") {
    return (
      <Tag tone="loss" icon="alert">
        Someone's key, no contract
      </Tag>
    );
  }
  return owner === null ? <Tag tone="plain">On no list</Tag> : null;
}

interface SpenderCardProps {
  shown: ShownSpender;
  approvals: Approvals;
}

/** A spender with everything that it may move. */
export function SpenderCard({ shown: { spender, place }, approvals }: SpenderCardProps) {
  const { owner, address, chain_name: chain, explorer_url: url, at_risk: atRisk, unvalued, allowances } = spender;
  const name = nameOf(spender);
  return (
    <article className={css.card} aria-label={`${name} on ${chain}`}>
      <header className={css.head}>
        <span className={css.names}>
          <h3>
            {name}
            <CodeTag spender={spender} />
          </h3>
          <small>
            {url ? (
              <a href={url} target="_blank" rel="noopener noreferrer" title={address}>
                {owner === null ? "View the address" : shortAddress(address)}
                <Icon name="out" size={12} />
              </a>
            ) : (
              <span title={address}>{shortAddress(address)}</span>
            )}{" "}
            on {chain}
          </small>
        </span>
        <span className={css.total}>
          {atRisk === null ? (
            "not known"
          ) : (
            <Money amount={atRisk} currency={approvals.currency_code} label={`${name} on ${chain}, can be moved`} />
          )}
          <small>{unvalued > 0 ? `and ${plural(unvalued, "token")} without a value` : "can be moved"}</small>
        </span>
      </header>
      <table className={css.table} aria-label={`What ${name} may move`}>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Limit</th>
            <th scope="col" className={css.held}>
              Held
            </th>
            <th scope="col">Can be moved</th>
            <th scope="col">
              <span className={css.hidden}>Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {allowances.map((row, i) => (
            <Row
              key={row.address + row.contract + row.limit + (row.token_id ?? "") + String(row.via_permit2)}
              row={row}
              spender={spender}
              approvals={approvals}
              place={`${place}/allowances/${i}`}
            />
          ))}
        </tbody>
      </table>
    </article>
  );
}
