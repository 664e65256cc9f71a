import { useState } from "react";
import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { InlineFailure } from "../../ui/Note";
import { Tag } from "../../ui/Tag";
import { useNow } from "../../ui/useNow";
import { AccessRow } from "./AccessRow";
import css from "./apiKeys.module.css";
import { CountedTitle } from "./CountedTitle";
import { CreatedKey } from "./CreatedKey";
import { NewKeyDialog } from "./NewKeyDialog";
import rows from "./rows.module.css";
import { SCOPES } from "./scopes";
import type { ApiKey, NewKey } from "./types";
import { useAction } from "./useAction";
import { usedOn } from "./usedOn";

/** The state of a key in words. */
const noteOf = ({ prefix, last_used_at, expires_at }: ApiKey, now: number): string =>
  [prefix, usedOn(last_used_at, now), expires_at ? `ends ${date(expires_at)}` : "no end date"].join(" · ");

interface ApiKeysProps {
  keys: readonly ApiKey[];
  /** Creates a key and returns its secret. */
  create: (key: NewKey) => Promise<string>;
  revoke: (id: string) => Promise<unknown>;
}

/** The API keys of the person. */
export function ApiKeys({ keys, create, revoke }: ApiKeysProps) {
  const now = useNow();
  const [isNew, setIsNew] = useState(false);
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null);
  const { running, failure, run } = useAction(revoke);
  const save = async (key: NewKey) => {
    setCreated({ name: key.name, secret: await create(key) });
    setIsNew(false);
  };
  return (
    <Card
      title={<CountedTitle title="API keys" count={keys.length} />}
      aside={
        <span className={css.head}>
          <a href="/docs">Documentation</a>
          <Button small tone="primary" icon="plus" onClick={() => setIsNew(true)}>
            New key
          </Button>
        </span>
      }
    >
      <p className={rows.lead}>A key reads your data for other programs. It can change nothing.</p>
      {created ? <CreatedKey {...created} onDone={() => setCreated(null)} /> : null}
      {failure ? (
        <div className={rows.failure}>
          <InlineFailure>{failure}</InlineFailure>
        </div>
      ) : null}
      {keys.length === 0 ? <p className={rows.empty}>No API keys yet.</p> : null}
      <ul>
        {keys.map((key) => (
          <AccessRow
            key={key.id}
            icon="key"
            title={key.name}
            tags={key.scopes.map((scope) => (
              <Tag key={scope} tone="plain">
                {SCOPES[scope].label}
              </Tag>
            ))}
            note={noteOf(key, now)}
            action={
              <Button small busy={running === key.id} aria-label={`Revoke ${key.name}`} onClick={() => run(key.id)}>
                Revoke
              </Button>
            }
          />
        ))}
      </ul>
      {isNew ? <NewKeyDialog create={save} onClose={() => setIsNew(false)} /> : null}
    </Card>
  );
}
