import { Link } from "react-router";
import { count } from "../../format/text";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import css from "../../ui/statusLine.module.css";
import { Ago } from "../../ui/Time";
import { isBad, providerWords, worstFirst } from "./order";
import { useDataHealth } from "./queries";

/** The state of the data providers in one line, with a link to Data health. */
export function ProvidersLine() {
  const { data, isError } = useDataHealth();
  if (!data && !isError) return <Skeleton width={240} height={16} />;
  const bad = worstFirst(data?.sources ?? []).filter(isBad);
  const [worst] = bad;
  return (
    <Link to="/health" className={css.line} data-state={data && bad.length === 0 ? "ok" : "warn"}>
      <i aria-hidden="true" />
      <span>
        <b>{data ? providerWords(data.sources) || "No data provider used yet" : "Couldn't check the data providers"}</b>
        {worst ? (
          <>
            {" · "}
            {worst.name}
            {bad.length > 1 ? ` and ${count(bad.length - 1)} more` : null}
            {bad.length === 1 && worst.last_ok_on ? (
              <>
                {" "}
                <Ago at={worst.last_ok_on} />
              </>
            ) : null}
          </>
        ) : null}
      </span>
      <Icon name="right" size={14} />
    </Link>
  );
}
