import { Link } from "react-router";
import { useAmountText } from "../../format/amounts";
import { tone } from "../../format/money";
import { plural } from "../../format/text";
import { Dot } from "../../ui/Avatar";
import { HeadlineMoney, Money } from "../../ui/Money";
import { SidePanel } from "../../ui/SidePanel";
import { Tag } from "../../ui/Tag";
import type { ValueParts } from "./chartData";
import type { BandFigure, PeriodFigures } from "./figures";
import { LargestTransactions } from "./LargestTransactions";
import css from "./periodPanel.module.css";
import { lastDayOf, periodName } from "./periods";
import { useValuePeriod } from "./queries";
import type { PeriodGroup, ValuePeriod, VisitorToken } from "./types";
import type { ValueView } from "./valueView";

interface PeriodPanelProps {
  /** The first day of the period. */
  day: string;
  group: PeriodGroup;
  figures: PeriodFigures;
  parts: ValueParts;
  view: ValueView;
  currency: string;
  visitor: VisitorToken;
  onClose: () => void;
  historyPath: (query: URLSearchParams) => string;
}

const MEASURES = { closing: "Closing", largest: "Largest" } as const;
/** The field of the value of one asset in the answer. */
const FIELDS = { closing: "value", largest: "max_value" } as const;

/** The id under which the value of a band is explained, if it is a single asset. */
function figureOf(period: ValuePeriod | undefined, parts: ValueParts, id: string, view: ValueView): string | undefined {
  const [only, ...others] = parts.bands.find((band) => band.id === id)?.rows ?? [];
  const place = period?.rows.findIndex(({ asset }) => asset === only?.asset) ?? -1;
  if (!period || others.length > 0 || place < 0) return undefined;
  return period.figures[`/rows/${place}/${FIELDS[view.measure]}`];
}

/** What everything was worth, and how that compares with its cost. */
function Total({
  figures,
  period,
  view,
  currency,
}: Pick<PeriodPanelProps, "figures" | "view" | "currency"> & { period: ValuePeriod | undefined }) {
  const text = useAmountText();
  const { total, overCost, unpriced } = figures;
  if (total === null)
    return (
      <p className={css.unknown}>
        <b>Value not known</b>
        {unpriced > 0 ? `${plural(unpriced, "asset")} held then ${unpriced === 1 ? "has" : "have"} no price.` : ""}
      </p>
    );
  const figure = view.chains.length === 0 ? period?.figures[`/${view.measure}/value`] : undefined;
  return (
    <p className={css.total}>
      <b>
        <HeadlineMoney amount={total} currency={currency} figure={figure} label="Total" />
      </b>
      {overCost === null ? null : (
        <span data-tone={tone(overCost)}>
          {text.change(overCost, currency)} {tone(overCost) === "loss" ? "under" : "over"} cost
        </span>
      )}
      {unpriced > 0 ? <small>{plural(unpriced, "asset")} without a price left out</small> : null}
    </p>
  );
}

/** The name of a band in the panel: `Other, 87 assets`. */
const bandName = ({ band, held }: BandFigure): string =>
  band.id === "other" || band.id === "dust" ? `${band.name}, ${plural(held, "asset")}` : band.name;

function Content(props: PeriodPanelProps) {
  const { day, group, figures, parts, view, currency, visitor, historyPath } = props;
  const { data: period, error, refetch } = useValuePeriod(day, lastDayOf(day, group), visitor);
  const line = (figure: BandFigure) => (
    <div key={figure.band.id}>
      <dt>
        <Dot colour={figure.band.colour} />
        <bdi>{bandName(figure)}</bdi>
      </dt>
      <dd>
        {figure.value === null ? (
          <Tag tone="warn">No price</Tag>
        ) : (
          <Money
            amount={figure.value}
            currency={currency}
            figure={figureOf(period, parts, figure.band.id, view)}
            label={figure.band.name}
          />
        )}
      </dd>
    </div>
  );
  const history = period
    ? historyPath(new URLSearchParams({ from: period.from, to: period.to, dust: "show" }))
    : undefined;
  return (
    <>
      <Total figures={figures} period={period} view={view} currency={currency} />
      <dl className={css.bands}>
        {figures.bands.map(line)}
        {figures.dust ? line(figures.dust) : null}
        {figures.cost === null ? null : (
          <div className={css.cost}>
            <dt>
              <i className={css.dash} aria-hidden="true" />
              Cost basis
            </dt>
            <dd>
              <Money
                amount={figures.cost}
                currency={currency}
                figure={period?.figures["/cost_basis"]}
                label="Cost basis"
              />
            </dd>
          </div>
        )}
      </dl>
      <LargestTransactions
        bounds={period}
        failure={error}
        onRetry={() => void refetch()}
        chains={view.chains}
        visitor={visitor}
        historyPath={historyPath}
      />
      {history ? (
        <p className={css.onward}>
          <Link to={history}>{`Open this ${group} in history`}</Link>
        </p>
      ) : null}
    </>
  );
}

/** What one period was worth and what moved in it. */
export const PeriodPanel = (props: PeriodPanelProps) => (
  <SidePanel
    title={periodName(props.day, props.group)}
    note={MEASURES[props.view.measure]}
    besideFrom={1101}
    onClose={props.onClose}
  >
    <Content {...props} />
  </SidePanel>
);
