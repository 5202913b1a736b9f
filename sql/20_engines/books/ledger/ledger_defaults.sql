create or replace function app.ledger_defaults(p_timezone text)
returns jsonb
language sql immutable as $$
  select jsonb_build_object('timezone', coalesce(p_timezone, 'UTC')) || '{
    "rounding": "document", "payment_terms_days": 14, "language": "en", "paper": "a4",
    "numbering": {"journal_entry": {"format": "{YYYY}-{SEQ:6}"}, "invoice": {"format": "INV-{YYYY}-{SEQ:5}"},
      "credit_note": {"format": "CN-{YYYY}-{SEQ:5}"}, "expense": {"format": "EXP-{YYYY}-{SEQ:5}"}},
    "accounts": {"receivable": null, "payable": null, "employee_payable": null, "bank": null, "revenue": null, "expense": null,
      "exchange_gain": null, "exchange_loss": null, "write_off": null, "retained_earnings": null},
    "company": {}, "dimensions": [], "expense_approval": true,
    "four_eyes": {"entries": false, "expenses": true}, "retention_years": 10}'::jsonb
$$;
comment on function app.ledger_defaults is 'The settings of books before anything is changed; p_timezone is that of the tenant';
