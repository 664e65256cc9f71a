import { type CSSProperties, type ReactNode, useState } from "react";
import { fractionOf, magnitude, parseDecimal, signOf } from "../../format/decimal";
import { percent, percentOf } from "../../format/quantity";
import { plural } from "../../format/text";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { HeadlineMoney, Money } from "../../ui/Money";
import { Tag } from "../../ui/Tag";
import { useMedia } from "../../ui/useMedia";
import { factorText } from "./health";
import { NetNotes } from "./NetNotes";
import { isReading } from "./queries";
import css from "./sheetCard.module.css";
import type { DefiSheet, DefiType, Protocols } from "./types";
import { BORROWED, lowestHealth, noneWord, protocolsIn } from "./view";

const COLOURS = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c6)", "var(--c7)", "var(--c8)"];
const DEBT = "var(--c5)";
const PHONE = "(max-width: 640px)";

const width = (part: string | null): CSSProperties => ({ width: `${Math.min(100, Number(part ?? 0))}%` });

/** The debt as a part of the credit, as a length and in percent; null if it is none of it. */
function partOfCredit({ debt, credit }: DefiSheet): { fraction: number; text: string } | null {
  const [owed, owned] = [parseDecimal(debt ?? ""), parseDecimal(credit ?? "")];
  if (debt === null || credit === null || !owed || !owned || signOf(owned) <= 0) return null;
  return { fraction: fractionOf(magnitude(owed), owned), text: percentOf(debt.replace("-", ""), credit, 1) };
}

/** A type with its color and the pointer of its figure. */
interface TypeLine {
  type: DefiType;
  colour: string;
  pointer: string;
}

/** The types of one side, the largest first. */
function linesOf({ sheet }: Protocols, isDebt: boolean): TypeLine[] {
  const types = sheet.types.map((type, i) => ({ type, pointer: `/sheet/types/${i}/total` }));
  const side = types.filter(({ type }) => (type.id === BORROWED) === isDebt);
  side.sort((a, b) => Number(b.type.share ?? 0) - Number(a.type.share ?? 0));
  return side.map((one, i) => ({ ...one, colour: isDebt ? DEBT : (COLOURS[Math.min(i, COLOURS.length - 1)] ?? DEBT) }));
}

interface SideProps {
  name: string;
  /** The sum; null if nothing of it has a value. */
  total: string | null;
  figure: string | undefined;
  /** The word for the sum without any line. */
  none: string;
  currency: string;
  lines: readonly TypeLine[];
  figures: Readonly<Record<string, string>>;
  /** The bar below the sum. */
  bar: ReactNode;
  children?: ReactNode;
}

/** Credit or debt: its sum, a bar, and its types, which open and close. */
function Side({ name, total, figure, none, currency, lines, figures, bar, children }: SideProps) {
  const isPhone = useMedia(PHONE);
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? !isPhone;
  return (
    <section className={css.side} aria-label={name}>
      <p className={css.sum}>
        {lines.length > 0 ? (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
            {name}
            <Icon name={isOpen ? "up" : "down"} size={16} />
          </button>
        ) : (
          <span>{name}</span>
        )}
        {total === null ? (
          <b className={css.none}>{lines.length > 0 ? "not known" : none}</b>
        ) : (
          <b>
            <Money amount={total} currency={currency} figure={figure} label={name} />
          </b>
        )}
      </p>
      {bar}
      {isOpen ? (
        <ul className={css.types}>
          {lines.map(({ type, colour, pointer }) => (
            <li key={type.id}>
              <i style={{ background: colour }} aria-hidden="true" />
              <span>{type.name}</span>
              {type.total === null ? (
                <span className={css.none}>not known</span>
              ) : (
                <Money
                  amount={type.total}
                  currency={currency}
                  figure={figures[pointer]}
                  label={`${type.name}, ${name.toLowerCase()}`}
                />
              )}
              <small>{type.share === null ? "" : percent(type.share)}</small>
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </section>
  );
}

/** How much of the positions has a value, and whether more may follow. */
function State({ protocols }: { protocols: Protocols }) {
  const { sheet } = protocols;
  const all = sheet.valued + sheet.unvalued;
  if (isReading(protocols))
    return <Tag icon="clock">{sheet.reading > 0 ? `Reading ${plural(sheet.reading, "account")}` : "Reading"}</Tag>;
  if (sheet.unvalued > 0) return <Tag tone="warn">{`${sheet.valued} of ${plural(all, "position")} valued`}</Tag>;
  if (sheet.unread.length > 0) return <Tag tone="warn">{`${plural(sheet.unread.length, "protocol")} not read`}</Tag>;
  return null;
}

interface SheetCardProps {
  protocols: Protocols;
  /** The net worth, of which the net value is a part; null where it is not known. */
  netWorth: string | null;
}

/** The balance sheet: what is owned and owed in protocols, and the difference. */
export function SheetCard({ protocols, netWorth }: SheetCardProps) {
  const { user_wallet: cards, sheet, currency_code: currency, figures } = protocols;
  const [credits, debts] = [linesOf(protocols, false), linesOf(protocols, true)];
  const positions = sheet.valued + sheet.unvalued;
  const health = lowestHealth(cards);
  const none = noneWord(sheet);
  const debtPart = partOfCredit(sheet);
  return (
    <Card
      title={
        <>
          Balance sheet{" "}
          <small className={css.count}>
            {plural(positions, "position")} in {plural(protocolsIn(cards), "protocol")}
          </small>
        </>
      }
      aside={
        <span className={css.state}>
          <State protocols={protocols} />
        </span>
      }
    >
      <div className={css.sheet}>
        <Side
          name="Credit"
          none={none}
          total={sheet.credit}
          figure={figures["/sheet/credit"]}
          currency={currency}
          lines={credits}
          figures={figures}
          bar={
            <div className={css.bar} aria-hidden="true">
              {credits.map(({ type, colour }) => (
                <i key={type.id} style={{ ...width(type.share), background: colour }} />
              ))}
            </div>
          }
        />
        <Side
          name="Debt"
          none={none}
          total={sheet.debt}
          figure={figures["/sheet/debt"]}
          currency={currency}
          lines={debts}
          figures={figures}
          bar={
            <div className={css.bar} aria-hidden="true">
              {debtPart ? <i style={{ width: `${Math.min(1, debtPart.fraction) * 100}%`, background: DEBT }} /> : null}
            </div>
          }
        >
          {debtPart ? (
            <p className={css.note}>
              The bar is in the scale of credit: debt is {debtPart.text} of it.
              {health ? (
                <>
                  {" "}
                  Lowest health factor: <b>{factorText(health)}</b>.
                </>
              ) : null}
            </p>
          ) : null}
        </Side>
        <section className={css.net} aria-label="Net">
          <p className={css.label}>Net</p>
          {sheet.net === null ? (
            <p className={css.none}>not known</p>
          ) : (
            <p className={css.headline}>
              <HeadlineMoney
                amount={sheet.net}
                currency={currency}
                figure={figures["/sheet/net"]}
                label="Net in protocols"
              />
            </p>
          )}
          <NetNotes protocols={protocols} netWorth={netWorth} />
        </section>
      </div>
    </Card>
  );
}
