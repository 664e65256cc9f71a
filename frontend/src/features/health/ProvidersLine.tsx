import { Link } from "react-router";
import { count } from "../../format/text";
import { Icon } from "../../ui/Icon";
import { Skeleton } from "../../ui/Skeleton";
import css from "../../ui/statusLine.module.css";
import { Ago } from "../../ui/Time";
import { useDataHealth } from "./queries";
import type { SourceHealth } from "./types";

const isUsed = ({ state }: SourceHealth): boolean => state !== "unused";
const isBad = ({ state, severity }: SourceHealth): boolean => state !== "ok" && severity !== "ok";

/** The state of the data providers in one line, with a link to Data health. */
export function ProvidersLine() {
  const { data, isError } = useDataHealth();
  if (!data && !isError) return <Skeleton width={240} height={16} />;
  const used = data?.sources.filter(isUsed) ?? [];
  const bad = used.filter(isBad);
  const [worst] = bad;
  return (
    <Link to="/health" className={css.line} data-state={data && bad.length === 0 ? "ok" : "warn"}>
      <i aria-hidden="true" />
      <span>
        {data ? (
          <b>
            {count(used.length - bad.length)} of {count(used.length)} data providers up to date
          </b>
        ) : (
          <b>Couldn't check the data providers</b>
        )}
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
