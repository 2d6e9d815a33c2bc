"""Reads a served data/sample with SorobanServer of stellar-sdk from PyPI; the argument is the server's address."""

import sys
import time

from stellar_sdk import SorobanServer
from stellar_sdk.soroban_rpc import EventFilter, EventFilterType, GetTransactionStatus

LAST = 129


def wait_for(server):
    for _ in range(100):
        try:
            return server.get_health()
        except Exception:
            time.sleep(0.2)
    raise SystemExit("the server does not answer")


def all_ledgers(server):
    page = server.get_ledgers(start_ledger=2, limit=50)
    found = [ledger.sequence for ledger in page.ledgers]
    while found[-1] < LAST:
        page = server.get_ledgers(cursor=page.cursor, limit=50)
        found += [ledger.sequence for ledger in page.ledgers]
    return found


def all_transactions(server):
    page = server.get_transactions(start_ledger=2, limit=100)
    found = []
    while page.transactions:
        found += page.transactions
        page = server.get_transactions(cursor=page.cursor, limit=100)
    return found


def all_events(server, filters=None):
    page = server.get_events(start_ledger=2, filters=filters, limit=500)
    found = []
    while page.events:
        found += page.events
        page = server.get_events(cursor=page.cursor, filters=filters, limit=500)
    return found


server = SorobanServer(sys.argv[1])
health = wait_for(server)
assert health.status == "healthy" and health.latest_ledger == LAST, health
assert server.get_network().passphrase == "Ledgerlake Sample Network ; 2026"
assert server.get_version_info().version
assert server.get_latest_ledger().sequence == LAST
assert int(server.get_fee_stats().inclusion_fee.transaction_count) > 0
assert all_ledgers(server) == list(range(2, LAST + 1))
transactions = all_transactions(server)
hashes = [transaction.transaction_hash for transaction in transactions]
assert len(set(hashes)) == len(hashes) > 500, len(hashes)
found = server.get_transaction(hashes[17])
assert found.status == GetTransactionStatus.SUCCESS and found.ledger == transactions[17].ledger, found
assert server.poll_transaction(hashes[3]).ledger == transactions[3].ledger
assert server.get_transaction("ab" * 32).status == GetTransactionStatus.NOT_FOUND
events = all_events(server)
ids = [event.id for event in events]
assert ids == sorted(set(ids)) and len(ids) > 0, len(ids)
contract = events[0].contract_id
own = all_events(server, [EventFilter(event_type=EventFilterType.CONTRACT, contract_ids=[contract])])
assert [event.id for event in own] == [event.id for event in events if event.contract_id == contract]
print(f"stellar-sdk of Python read {len(hashes)} transactions and {len(ids)} events")
