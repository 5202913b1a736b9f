create or replace function app.registry_tickets()
returns jsonb
language sql immutable as $$
  select jsonb $registry${
    "tickets": {"snapshot": "in", "erase": "values", "kind": "tickets",
      "mask": {"subject": "text", "assignee": "text"}, "unmasked": ["category"], "ids": "tkt", "events": {"ticket": {"needs": "*", "audit": "hidden"}}, "columns": {
      "requester_id": {"names": "actor", "merge": "move", "remove": "keep",
        "export": {"tickets": "app.ticket_own_json(row(r.*)::app.tickets)"}},
      "assignee": {"names": "none", "why": "one of the people of the operator"}}},
    "ticket_messages": {"snapshot": "in", "erase": "values",
      "mask": {"author": "json", "body": "text", "attachments": "json"}, "unmasked": ["mail_id"], "ids": "tmsg", "columns": {
      "ticket_id": {"names": "ticket"},
      "author": {"names": "actor", "as": "party", "merge": "move", "remove": "keep",
        "export": {"ticket_messages": "app.export_ticket_messages(p_tenant, p_user_id)"}},
      "attachments": {"names": "file", "purge": "keep", "as": "within"},
      "mail_id": {"names": "none", "why": "the digest of a Message-ID"}}},
    "ticket_notes": {"snapshot": "in", "erase": "values", "mask": {"body": "text"}, "ids": "tmsg", "columns": {
      "ticket_id": {"names": "ticket"}}},
    "ticket_numbers": {"snapshot": "installation"}}$registry$
$$;
comment on function app.registry_tickets is
  'Declares what the columns of its tables name, and what becomes of that: docs/inside/sql.md';
