import { isUnpriced } from "../../format/partialTotal";
import { plural } from "../../format/text";
import { Avatar, Dot } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import { Change, Money } from "../../ui/Money";
import { byNet, type FlowBand, type FlowFigures } from "./flowBands";
import css from "./flowTable.module.css";

interface FigureCellsProps {
  of: FlowFigures;
  /** What the figures are about. */
  name: string;
  currency: string;
}

/** The three figures of a row. */
function FigureCells({ of, name, currency }: FigureCellsProps) {
  const cell = (key: keyof FlowFigures, label: string) => {
    const { value, figure } = of[key];
    const Shown = key === "net" ? Change : Money;
    return (
      <td>
        {isUnpriced(of[key]) ? (
          <span className={css.unknown}>No price</span>
        ) : (
          <Shown amount={value} currency={currency} figure={figure} label={`${name}, ${label.toLowerCase()}`} />
        )}
      </td>
    );
  };
  return (
    <>
      {cell("inflows", "Inflows")}
      {cell("outflows", "Outflows")}
      {cell("net", "Net")}
    </>
  );
}

function BandName({ band: { symbol, name, mark, colour, assets } }: { band: FlowBand }) {
  return (
    <span className={css.asset}>
      <Dot colour={colour} />
      {assets === null ? <Avatar name={symbol} colour={colour} size={20} mark={mark} /> : null}
      <bdi title={assets === null ? name : undefined}>
        {assets === null ? symbol : `Other, ${plural(assets, "asset")}`}
      </bdi>
    </span>
  );
}

interface FlowTableProps {
  bands: readonly FlowBand[];
  totals: FlowFigures;
  currency: string;
}

/** The figures of the bars as a table, the highest net first. */
export const FlowTable = ({ bands, totals, currency }: FlowTableProps) => (
  <div className={css.scrollFrame}>
    <table className={css.table}>
      <caption className="vh">Flows of each asset, the highest net first</caption>
      <thead>
        <tr>
          <th scope="col">Asset</th>
          <th scope="col">Inflows</th>
          <th scope="col">Outflows</th>
          <th scope="col" aria-sort="descending">
            Net
            <Icon name="down" size={12} />
          </th>
        </tr>
      </thead>
      <tbody>
        {byNet(bands).map((band) => (
          <tr key={band.id}>
            <th scope="row">
              <BandName band={band} />
            </th>
            <FigureCells of={band} name={band.symbol} currency={currency} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <FigureCells of={totals} name="Total" currency={currency} />
        </tr>
      </tfoot>
    </table>
  </div>
);
