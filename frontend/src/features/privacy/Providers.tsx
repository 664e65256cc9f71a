import { Card } from "../../ui/Card";
import { FailureNote } from "../../ui/Note";
import { Bone } from "../../ui/Skeleton";
import css from "./privacy.module.css";
import { type SourceProfile, useProfiles } from "./queries";

const kinds: Record<SourceProfile["kind"], string> = {
  chain: "balances",
  price: "prices",
  name: "names",
  token_list: "token lists",
  explorer: "tokens of accounts",
  currency: "currency rates",
};

const Provider = ({ profile }: { profile: SourceProfile }) => (
  <li>
    <h3>
      {profile.name}
      <span>{kinds[profile.kind]}</span>
    </h3>
    <p>{profile.learns}</p>
    <code>{profile.hosts.join(", ")}</code>
  </li>
);

/** Everyone this server may ask, in their own words. */
export function Providers() {
  const { data, error, refetch } = useProfiles();
  return (
    <Card title={<span id="providers">Who may be asked</span>} aside={data ? String(data.profiles.length) : undefined}>
      {error ? (
        <FailureNote title="The providers could not be listed" failure={error} onRetry={() => void refetch()} />
      ) : (
        <ul className={css.providers}>
          {data
            ? data.profiles.map((profile) => <Provider key={profile.id} profile={profile} />)
            : [0, 1, 2].map((i) => (
                <li key={i}>
                  <Bone width="100%" height={50} />
                </li>
              ))}
        </ul>
      )}
    </Card>
  );
}
