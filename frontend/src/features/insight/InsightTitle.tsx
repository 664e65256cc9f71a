import { Icon } from "../../ui/Icon";
import { Tag } from "../../ui/Tag";
import css from "./insightTitle.module.css";
import { Sentence } from "./Sentence";
import type { InsightRow } from "./types";
import { iconOf } from "./view";

interface InsightTitleProps {
  /** The id of the sentence, which names what it is in. */
  id?: string;
  insight: InsightRow;
  currency: string;
}

/** What an insight says, with the icon of its type, its type and its risk. */
export const InsightTitle = ({ id, insight, currency }: InsightTitleProps) => (
  <div className={css.title}>
    <span className={css.icon}>
      <Icon name={iconOf(insight)} />
    </span>
    <div>
      <h3 id={id}>
        <Sentence parts={insight.title} currency={currency} />
      </h3>
      <p className={css.tags}>
        <Tag>{insight.type_name}</Tag>
        {insight.sub_type_name ? <Tag tone="plain">{insight.sub_type_name}</Tag> : null}
      </p>
    </div>
  </div>
);
