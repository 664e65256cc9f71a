import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import css from "../../ui/banner.module.css";
import { Icon } from "../../ui/Icon";
import { Ago } from "../../ui/Time";
import { useLasting } from "../../ui/useLasting";
import { isUnreachable, useSyncStatus } from "./queries";

/** Everything on the page is asked for again once the server is back. */
function useRecovery(isAway: boolean): void {
  const client = useQueryClient();
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isAway) void client.invalidateQueries();
    wasAway.current = isAway;
  }, [client, isAway]);
}

/** Says that the server does not answer, since when, and that the page comes back by itself. */
export function ServerAway() {
  const status = useSyncStatus();
  const { error } = useLasting(status);
  const { dataUpdatedAt } = status;
  const isAway = isUnreachable(error);
  useRecovery(isAway);
  if (!isAway) return null;
  return (
    <p className={css.banner} role="status">
      <Icon name="alert" size={16} />
      <span>
        <b>Spyhop's server does not answer.</b>{" "}
        {dataUpdatedAt > 0 ? (
          <>
            It last did <Ago at={new Date(dataUpdatedAt).toISOString()} />; figures below may be from then.{" "}
          </>
        ) : null}
        Check that it is running. It is asked again every few seconds.
      </span>
    </p>
  );
}
