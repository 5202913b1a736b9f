create or replace function app.ledger_defaults(p_timezone text)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('timezone', coalesce(p_timezone, 'UTC')) || '{
    "numbering": {"journal_entry": {"format": "{YYYY}-{SEQ:6}"}},
    "accounts": {"receivable": null, "payable": null, "employee_payable": null, "bank": null, "revenue": null, "expense": null,
      "exchange_gain": null, "exchange_loss": null, "write_off": null, "retained_earnings": null},
    "dimensions": [],
    "four_eyes": {"entries": false}}'::jsonb
$$;
comment on function app.ledger_defaults is 'The settings of books before anything is changed; p_timezone is that of the tenant';
