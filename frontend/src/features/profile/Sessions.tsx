import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { InlineFailure } from "../../ui/Note";
import { Tag } from "../../ui/Tag";
import { Ago } from "../../ui/Time";
import { AccessRow } from "./AccessRow";
import { CountedTitle } from "./CountedTitle";
import { DeviceIcon } from "./DeviceIcon";
import css from "./rows.module.css";
import type { OpenSession } from "./types";
import { useAction } from "./useAction";

/** Stands for every session but this one. */
const OTHERS = "others";

interface SessionsProps {
  sessions: readonly OpenSession[];
  /** Ends a session. */
  revoke: (id: string) => Promise<unknown>;
  /** Ends every session but this one. */
  revokeOthers: () => Promise<unknown>;
  /** Asks before this session ends. */
  onSignOut: () => void;
}

/** The sessions of the person, on every device. */
export function Sessions({ sessions, revoke, revokeOthers, onSignOut }: SessionsProps) {
  const { running, failure, run } = useAction((id: string) => (id === OTHERS ? revokeOthers() : revoke(id)));
  const others =
    sessions.length > 1 ? (
      <Button small busy={running === OTHERS} onClick={() => run(OTHERS)}>
        Sign out all others
      </Button>
    ) : undefined;
  return (
    <Card title={<CountedTitle title="Sessions" count={sessions.length} />} aside={others}>
      <p className={css.lead}>We show the network, never a location.</p>
      {failure ? (
        <div className={css.failure}>
          <InlineFailure>{failure}</InlineFailure>
        </div>
      ) : null}
      <ul>
        {sessions.map(({ id, device, network, last_used_at, is_current }) => (
          <AccessRow
            key={id}
            icon={<DeviceIcon device={device} />}
            title={device ?? "Unknown device"}
            tags={is_current ? <Tag>This device</Tag> : null}
            note={
              <>
                {network ?? "Unknown network"} · {is_current ? "active now" : <Ago at={last_used_at} />}
              </>
            }
            action={
              <Button
                small
                busy={running === id}
                aria-label={`Sign out ${device ?? "the unknown device"}${is_current ? " (this device)" : ""}`}
                onClick={() => (is_current ? onSignOut() : run(id))}
              >
                Sign out
              </Button>
            }
          />
        ))}
      </ul>
    </Card>
  );
}
