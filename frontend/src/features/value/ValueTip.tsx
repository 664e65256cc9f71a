import { useAmountText } from "../../format/amounts";
import { Dot } from "../../ui/Avatar";
import type { BandFigure, PeriodFigures } from "./figures";
import css from "./valueTip.module.css";

interface ValueTipProps {
  name: string;
  figures: PeriodFigures | null;
  currency: string;
}

/** The figures of one period beside the cursor. */
export function ValueTip({ name, figures, currency }: ValueTipProps) {
  const text = useAmountText();
  const money = (amount: string | null, unknown: string) => (amount === null ? unknown : text.money(amount, currency));
  const line = ({ band, value }: BandFigure) => (
    <div key={band.id}>
      <dt>
        <Dot colour={band.colour} />
        <bdi>{band.label}</bdi>
      </dt>
      <dd>{money(value, "No price")}</dd>
    </div>
  );
  return (
    <>
      <p className={css.head}>
        <span>{name}</span>
        <b>{figures ? money(figures.total, "Not known") : "No history"}</b>
      </p>
      {figures ? (
        <dl className={css.list}>
          {figures.bands.map(line)}
          {figures.dust ? line(figures.dust) : null}
          {figures.cost === null ? null : (
            <div className={css.cost}>
              <dt>
                <i className={css.dash} />
                Cost basis
              </dt>
              <dd>{money(figures.cost, "")}</dd>
            </div>
          )}
        </dl>
      ) : null}
    </>
  );
}
