import { price } from "../../format/money";
import { plural } from "../../format/text";
import { PanelSection } from "../../ui/PanelSection";
import { Skeleton } from "../../ui/Skeleton";
import { Tag } from "../../ui/Tag";
import { Ago } from "../../ui/Time";
import css from "./assetPanel.module.css";
import { usePriceExplanation } from "./queries";
import { agreementOf } from "./quotes";
import type { VisitorToken } from "./types";

/** The quotes from which a price was computed. */
export function AssetQuotes({
  figure,
  currency,
  visitorToken,
}: {
  figure: string;
  currency: string;
  visitorToken: VisitorToken;
}) {
  const { data, isError } = usePriceExplanation(figure, visitorToken);
  const agreement = data ? agreementOf(data.tree) : null;
  const how =
    agreement && agreement.quotes.length > 1
      ? `${agreement.isMedian ? "Median" : "Average"} of ${plural(agreement.quotes.length, "source")}`
      : undefined;
  return (
    <PanelSection title="Price" note={how} side={data?.value ? price(data.value, currency) : undefined}>
      {isError ? <p className={css.none}>Couldn't load the sources of this price.</p> : null}
      {!data && !isError ? (
        <div className={css.skeletons} aria-busy="true">
          <Skeleton width="100%" height={18} />
          <Skeleton width="100%" height={18} />
        </div>
      ) : null}
      {agreement ? (
        <ul className={css.quotes}>
          {agreement.quotes.map((quote) => (
            <li key={quote.id}>
              <span>
                {quote.name}
                {quote.isMedian ? <Tag>Median</Tag> : null}
              </span>
              <small>{quote.at ? <Ago at={quote.at} /> : null}</small>
              <b>{quote.value === null ? "–" : price(quote.value, quote.unit)}</b>
            </li>
          ))}
        </ul>
      ) : null}
    </PanelSection>
  );
}
