import { count, plural } from "../../format/text";
import { Card } from "../../ui/Card";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { Ago } from "../../ui/Time";
import { sentenceCase } from "./groups";
import css from "./privacy.module.css";
import type { Profiles, SourceStates } from "./queries";
import type { SourceHealth, SourceProfile } from "./types";

const kinds: Record<SourceProfile["kind"], string> = {
  chain: "accounts",
  price: "prices",
  name: "names",
  token_list: "token lists",
  explorer: "token discovery",
  currency: "currency rates",
  exchange: "exchange accounts",
};

/** The number of hosts shown before the list is collapsed. */
const SHOWN_HOSTS = 3;

/** How many of the sources fail now; a single one that limits requests is paused. */
function failingWords(sources: readonly SourceHealth[], failing: number): string {
  if (sources.length > 1) return `${count(failing)} of ${count(sources.length)} failing`;
  return sources[0]?.state === "rate_limited" ? "paused now" : "failing now";
}

/** Says whether the provider has answered this server. */
function Confirmed({ sources }: { sources: readonly SourceHealth[] }) {
  const good = sources.flatMap((one) => one.last_ok_on ?? []).sort();
  const newest = good.at(-1);
  const failing = sources.filter((one) => one.severity !== "ok").length;
  const icon = failing > 0 ? "alert" : newest ? "check" : "clock";
  return (
    <p className={css.confirmed} data-state={failing > 0 ? "failing" : newest ? "ok" : "unused"}>
      <Icon name={icon} size={14} />
      <span>
        {newest ? (
          <>
            Last answer <Ago at={newest} />
          </>
        ) : (
          "No answer yet"
        )}
        {failing > 0 ? `, ${failingWords(sources, failing)}` : ""}
      </span>
    </p>
  );
}

function Hosts({ hosts }: { hosts: readonly string[] }) {
  if (hosts.length === 0) return <p>No external requests</p>;
  if (hosts.length <= SHOWN_HOSTS) return <code>{hosts.join(", ")}</code>;
  return (
    <details>
      <summary className="opens">{plural(hosts.length, "host")}</summary>
      <code>{hosts.join(", ")}</code>
    </details>
  );
}

const Provider = ({ profile, sources }: { profile: SourceProfile; sources: readonly SourceHealth[] | null }) => (
  <li>
    <h3>
      {sentenceCase(profile.name)}
      <span>{kinds[profile.kind]}</span>
    </h3>
    <p>{profile.learns}</p>
    {profile.rate_limit ? <p className={css.fact}>Limit: {profile.rate_limit}</p> : null}
    {profile.credential_fields.map((field) => (
      <p key={field.key} className={css.fact}>
        Optional: {field.label}. {field.help}
      </p>
    ))}
    {sources && sources.length > 0 ? <Confirmed sources={sources} /> : null}
    <Hosts hosts={profile.hosts} />
  </li>
);

interface ProvidersProps {
  profiles: Profiles;
  /** How they answered this server; loaded with a session only. */
  states: SourceStates;
}

/** The providers this server may contact, with their own descriptions. */
export function Providers({ profiles: { data, error, refetch }, states }: ProvidersProps) {
  const { data: health } = states;
  const sourcesOf = ({ id }: SourceProfile) =>
    health?.sources.filter((source) => source.id === id || source.id.startsWith(`${id}:`)) ?? null;
  return (
    <Card
      title={<span id="providers">Data providers</span>}
      aside={data ? plural(data.profiles.length, "provider") : undefined}
    >
      {data && states.error && !health ? (
        <FailureNote
          title="Couldn't load provider status"
          failure={states.error}
          onRetry={() => void states.refetch()}
        />
      ) : null}
      {error && !data ? (
        <FailureNote title="Couldn't load data providers" failure={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={css.providers} aria-busy={!data}>
          {data
            ? data.profiles.map((profile) => (
                <Provider key={profile.id} profile={profile} sources={sourcesOf(profile)} />
              ))
            : [0, 1, 2].map((i) => (
                <li key={i}>
                  <Skeleton width="100%" height={50} />
                </li>
              ))}
        </ul>
      )}
    </Card>
  );
}
