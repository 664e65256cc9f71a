import { parseDecimal } from "../../format/decimal";
import { Icon } from "../../ui/Icon";
import { CAREFUL, DOUBLE, factorText, healthWord, placeOn, RISKY } from "./health";
import css from "./healthFactor.module.css";

const percent = (part: number): string => `${part * 100}%`;

/** The health factor that a protocol stated, on a scale. */
export function HealthFactor({ factor, protocol }: { factor: string; protocol: string }) {
  const word = healthWord(factor);
  const value = parseDecimal(factor);
  return (
    <div className={css.health} data-word={word ?? undefined}>
      <p className={css.head}>
        Health factor <b>{factorText(factor)}</b>
        {word ? (
          <span className={css.word}>
            <Icon name={word === "Safe" ? "check" : "alert"} size={14} />
            {word}
          </span>
        ) : null}
        <small>stated by {protocol}</small>
      </p>
      <div className={css.scale} aria-hidden="true">
        <i style={{ width: percent(placeOn(RISKY)) }} />
        <i style={{ width: percent(placeOn(CAREFUL) - placeOn(RISKY)) }} />
        <i />
        {value ? <b style={{ left: percent(placeOn(value)) }} /> : null}
      </div>
      <p className={css.ends} aria-hidden="true">
        <span>1.00 liquidation</span>
        <span style={{ left: percent(placeOn(CAREFUL)) }}>1.5</span>
        <span style={{ left: percent(placeOn(DOUBLE)) }}>2</span>
        <span>3 or more</span>
      </p>
    </div>
  );
}
