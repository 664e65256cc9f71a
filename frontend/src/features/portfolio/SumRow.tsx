import type { ReactNode } from "react";
import { useAmountText } from "../../format/amounts";
import { tone } from "../../format/money";
import { percent, percentChange } from "../../format/quantity";
import { count, plural } from "../../format/text";
import { useDollar } from "../../queries/displayRate";
import { Change, Money } from "../../ui/Money";
import cells from "./assetCells.module.css";
import type { TableSum } from "./assetSums";
import { isCut } from "./polling";
import css from "./sumRow.module.css";
import table from "./table.module.css";
import { columnsOf, type TableSetup } from "./tableSetup";
import type { Portfolio } from "./types";

/** The maximum length of an amount, so that it keeps to its column. */
const ROOM = 19;

interface SumProps {
  table: TableSetup;
  sum: TableSum;
  /** The number of assets hidden as dust. */
  dust: number;
}

/** The number of dust assets left out. Their value is known only without filters, because the server computes it for all dust. */
function DustWords({ portfolio, dust, isWhole }: { portfolio: Portfolio; dust: number; isWhole: boolean }) {
  const { currency_code: currency, user_wallet, figures } = portfolio;
  const dollar = useDollar(currency);
  const { value } = user_wallet.dust;
  return (
    <>
      {`, ${count(dust)} under ${dollar} hidden`}
      {isWhole && value !== null ? (
        <>
          {" ("}
          <Money
            amount={value}
            currency={currency}
            figure={figures["/user_wallet/dust/value"]}
            label={`Assets under ${dollar}, value`}
          />
          {")"}
        </>
      ) : null}
    </>
  );
}

/** One name, or how many there are. */
const nameOrCount = (names: readonly string[], noun: string): string => {
  const [only, ...others] = names;
  return others.length > 0 || only === undefined ? plural(names.length, noun) : only;
};

/** The search and the filters in words: ` matching “eth” on Base in savings.eth`. */
function filterWords({ view: { search, networks }, portfolio }: TableSetup): string {
  const wanted = search.trim();
  const chosen = portfolio.networks.filter(({ chain }) => networks.includes(chain)).map(({ name }) => name);
  const wallets = portfolio.chosen.length > 0 ? portfolio.wallets.map(({ label }) => label) : [];
  const found = wanted ? ` matching “${wanted}”` : "";
  const where = chosen.length > 0 ? ` on ${nameOrCount(chosen, "network")}` : "";
  return found + where + (wallets.length > 0 ? ` in ${nameOrCount(wallets, "wallet")}` : "");
}

/** What the sum is of, and what it leaves out. */
function SumWords({ table: setup, sum, dust }: SumProps) {
  const text = useAmountText();
  const { portfolio } = setup;
  const { user_wallet, currency_code: currency } = portfolio;
  if (isCut(portfolio))
    return (
      <span role="status">
        Showing the {count(user_wallet.assets.length)} most valuable of {count(user_wallet.count)} assets. Loading the
        rest…
      </span>
    );
  return (
    <span>
      {sum.isWhole ? "Total of " : "Sum of "}
      {plural(sum.assets, "asset") + filterWords(setup)}
      {sum.debts === null ? "" : `, after ${text.money(sum.debts.replace(/^-/, ""), currency)} of debts`}
      {sum.unpriced > 0 ? `, ${count(sum.unpriced)} not counted` : ""}
      {sum.partly > 0 ? `, ${count(sum.partly)} partly counted` : ""}
      {dust > 0 ? <DustWords portfolio={portfolio} dust={dust} isWhole={sum.isWhole} /> : null}
    </span>
  );
}

/** The sum of the known gains, and of how many assets it is where some are not known. */
function GainSum({ table: { gains, portfolio }, sum: { gain, assets, isWhole } }: Omit<SumProps, "dust">) {
  if (gains === "none") return null;
  // While not all assets are loaded, a sum would be that of a part of them.
  if (gains === "unread" || isCut(portfolio)) return <td className={css.gain} />;
  const isPart = gain !== null && (gain.assets < assets || gain.partly > 0);
  return (
    <td className={`${table.num} ${table.gainCell} ${css.gain}`}>
      {gain === null ? (
        <span className={table.unknown} title="What these cost is not known">
          –
        </span>
      ) : (
        <span className={cells.gain}>
          <Change
            amount={gain.amount}
            currency={portfolio.currency_code}
            figure={gain.figure}
            label={`${isWhole ? "All" : "These"} assets, gain since cost`}
          />
          <small className={table[tone(gain.amount) ?? ""]}>
            {gain.percent === null ? "" : percentChange(gain.percent, 1)}
          </small>
        </span>
      )}
      {isPart ? (
        <small className={css.part}>
          of {count(gain.assets)} of {plural(assets, "asset")}
          {gain.partly > 0 ? `, ${count(gain.partly)} in part` : ""}
        </small>
      ) : null}
    </td>
  );
}

interface SumRowProps extends SumProps {
  /** The button that shows the other rows, or groups. */
  more: ReactNode;
}

/** The foot of the table: the button for more rows, and the sum of what the rows are of. */
export function SumRow({ table: setup, sum, dust, more }: SumRowProps) {
  const { amount, figure, isWhole, share } = sum;
  const isKnown = isWhole || !isCut(setup.portfolio);
  return (
    <tfoot>
      <tr className={css.sum}>
        <th scope="row" colSpan={columnsOf(setup).before}>
          <span className={css.words}>
            {more}
            <SumWords table={setup} sum={sum} dust={dust} />
          </span>
        </th>
        <td className={`${table.num} ${table.value} ${css.value}`}>
          {amount === null || !isKnown ? (
            <span className={table.unknown}>–</span>
          ) : (
            <Money
              amount={amount}
              currency={setup.portfolio.currency_code}
              figure={figure}
              room={ROOM}
              label={`${isWhole ? "All" : "These"} assets, value`}
            />
          )}
        </td>
        <GainSum table={setup} sum={sum} />
        <td className={`${table.num} ${css.share}`}>{share === null || !isKnown ? "–" : percent(share)}</td>
      </tr>
    </tfoot>
  );
}
