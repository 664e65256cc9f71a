import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import css from "../../ui/banner.module.css";
import { Icon } from "../../ui/Icon";
import { useKeepPrevious } from "../../ui/useKeepPrevious";
import { isUnreachable, useSyncStatus } from "./queries";

/** Refetches every query once the server is reachable again. */
function useRecovery(isDown: boolean): void {
  const client = useQueryClient();
  const wasDown = useRef(false);
  useEffect(() => {
    if (wasDown.current && !isDown) void client.invalidateQueries();
    wasDown.current = isDown;
  }, [client, isDown]);
}

/** Says that the server cannot be reached and that the page retries. */
export function UnreachableNotice() {
  const { error } = useKeepPrevious(useSyncStatus());
  const isDown = isUnreachable(error);
  useRecovery(isDown);
  if (!isDown) return null;
  return (
    <p className={css.banner} role="status">
      <Icon name="alert" size={16} />
      <span>
        <b>Can't reach the Spyhop server.</b> Figures may be out of date. Check that it's running; retrying every few
        seconds.
      </span>
    </p>
  );
}
