create or replace function app.registry_ledger()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "ledgers": {"snapshot": "in", "unmasked": ["base_currency", "fiscal_year_start", "settings"],
      "events": {"accounting_settings": "accounting:read", "exchange_rates": "accounting:read",
        "ledger": "accounting:read"}},
    "ledger_series": {"snapshot": "in", "unmasked": ["series"]},
    "ledger_accounts": {"snapshot": "in", "erase": "lives", "kind": "ledger_accounts",
      "mask": {"name": "text", "description": "text", "metadata": "json"}, "unmasked": ["code", "currency"], "ids": "acc",
      "events": {"ledger_account": "accounting:read"}, "columns": {
      "parent_id": {"names": "ledger_account"}}},
    "ledger_entries": {"snapshot": "in", "erase": "lives", "kind": "journal_entries",
      "mask": {"description": "text", "reference": "text", "draft_lines": "json", "reason": "text", "metadata": "json"},
      "unmasked": ["currency", "number", "source_type"], "ids": "je",
      "contains": {"journal_entry": "r.description collate \"default\""},
      "events": {"journal_entry": "accounting:read"}, "columns": {
      "source_id": {"names": "any", "why": "of the kind in source_type"},
      "reversal_of": {"names": "journal_entry"},
      "reversed_by": {"names": "journal_entry"},
      "attachments": {"names": "file", "purge": "keep", "as": "ids",
        "holds": "r.status <> 'draft' and r.attachments <> '{}'"},
      "created_by": {"names": "actor", "merge": "keep", "remove": "keep", "export": null},
      "changed_by": {"names": "actor", "merge": "keep", "remove": "keep", "export": null},
      "posted_by": {"names": "actor", "merge": "keep", "remove": "keep", "export": null}}},
    "ledger_lines": {"snapshot": "in", "erase": "lives", "mask": {"memo": "text"}, "unmasked": ["currency", "dimensions"], "columns": {
      "entry_id": {"names": "journal_entry"},
      "account_id": {"names": "ledger_account"},
      "object_type_id": {"names": "object_type", "purge": "keep"},
      "object_id": {"names": "object", "type": "object_type_id", "purge": "keep"}}},
    "ledger_days": {"snapshot": "in", "unmasked": ["currency"], "columns": {
      "account_id": {"names": "ledger_account"}}},
    "ledger_balances": {"snapshot": "in", "unmasked": ["currency"], "columns": {
      "account_id": {"names": "ledger_account"}}},
    "ledger_periods": {"snapshot": "in", "erase": "lives", "kind": "periods", "mask": {"name": "text"}, "ids": "per",
      "events": {"period": "accounting:read"}, "columns": {
      "closed_by": {"names": "actor", "merge": "keep", "remove": "keep", "export": null}}},
    "ledger_rates": {"snapshot": "in", "unmasked": ["currency"]},
    "ledger_tax_rates": {"snapshot": "in", "erase": "lives", "kind": "tax_rates",
      "mask": {"name": "text", "exemption_reason": "text"}, "unmasked": ["code"], "ids": "tax",
      "events": {"tax_rate": "accounting:read"}, "columns": {
      "account_id": {"names": "ledger_account"},
      "input_account_id": {"names": "ledger_account"}}},
    "ledger_references": {"snapshot": "in", "erase": "lives", "mask": "drop", "columns": {
      "record_id": {"names": "any", "why": "of the kind in resource"},
      "request_hash": {"names": "none", "why": "the digest of a request"}}}}$registry$
$$;
comment on function app.registry_ledger is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
