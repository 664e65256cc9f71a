"""Calls a Spyhop server with the client that openapi-python-client generates from the description."""

import importlib
import pkgutil
import sys
import time

import spyhop_client
from spyhop_client import AuthenticatedClient, Client
from spyhop_client.api.figure import explain_figure
from spyhop_client.api.sync import get_sync_status
from spyhop_client.api.user import create_user, get_user, update_user_wallet
from spyhop_client.api.wallet import get_balance
from spyhop_client.models import (
    CreateUserRequest,
    ExplainFigureRequest,
    GetBalanceRequest,
    GetSyncStatusRequest,
    GetUserRequest,
    Portfolio,
    UpdateUserWalletRequest,
)

ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"

modules = [module.name for module in pkgutil.walk_packages(spyhop_client.__path__, "spyhop_client.")]
for module in modules:
    importlib.import_module(module)


def data(answer):
    """The data of a success; a refusal ends the program."""
    if answer is None or answer.error:
        sys.exit(f"refused: {answer}")
    return answer.data


origin = sys.argv[1]
made = data(create_user.sync(client=Client(origin), body=CreateUserRequest(wallet_addresses=[])))
client = AuthenticatedClient(origin, token=made.token)

user = data(get_user.sync(client=client, body=GetUserRequest())).user
assert user.id == made.user.id and user.user_wallets == [], user

listed = data(update_user_wallet.sync(client=client, body=UpdateUserWalletRequest(wallet_addresses=[ADDRESS])))
assert [wallet.address for wallet in listed.user.user_wallets] == [ADDRESS], listed

end = time.monotonic() + 30
while True:
    portfolio = data(get_balance.sync(client=client, body=GetBalanceRequest(currency_code="EUR")))
    assert isinstance(portfolio, Portfolio), portfolio
    if portfolio.total is not None:
        break
    if time.monotonic() > end:
        sys.exit("nothing was valued for 30 s")
    time.sleep(0.1)

figure = portfolio.figures["/total"]
explained = data(explain_figure.sync(client=client, body=ExplainFigureRequest(figure=figure)))
assert explained.value == portfolio.total and explained.tree.children, explained

status = data(get_sync_status.sync(client=client, body=GetSyncStatusRequest()))
assert status.waiting >= 0, status

print(f"Python client: {len(modules)} modules imported, 6 calls made, net worth {portfolio.total} EUR explained")
