import { useParams } from "react-router";
import { Exchanges } from "../features/exchange/Exchanges";
import { useShownPortfolio } from "../features/portfolio/useShownPortfolio";
import { useMe } from "../features/user/queries";
import { useAccountHistories } from "./accountHistories";
import { useConnectExchange } from "./connectExchange";
import { ExchangeAccount } from "./ExchangeAccount";

/** The list of all accounts with its dialogs. */
function List() {
  const { data: me } = useMe();
  const { data: portfolio } = useShownPortfolio();
  const connect = useConnectExchange();
  const { histories, failure } = useAccountHistories();
  const since = new Map(me?.user.user_wallets.map(({ address, created_on }) => [address, created_on]));
  return (
    <>
      <title>Exchanges · Spyhop</title>
      <Exchanges
        portfolio={portfolio}
        since={since}
        histories={histories?.accounts}
        isHistoryLost={failure !== null}
        onConnect={() => connect()}
        onReplace={({ exchange, account_name }) => connect({ exchange, account_name })}
      />
    </>
  );
}

/** The routes of Exchanges and of one account. They share a file, because one leads to the other. */
export default function ExchangesRoute() {
  const { exchange, name } = useParams();
  return exchange && name ? <ExchangeAccount exchange={exchange} name={name} /> : <List />;
}
