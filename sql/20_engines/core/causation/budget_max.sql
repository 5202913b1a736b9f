create or replace function app.budget_max(p_tenant text, p_what text)
returns integer
language plpgsql stable as $$
declare p app.plans := app.plan_held(p_tenant);
begin
  return case p_what when 'mails' then p.caused_mails when 'calls' then p.caused_calls
    when 'recipient' then p.mails_per_recipient when 'hour' then p.mails_per_hour else p.caused_writes end;
end $$;
comment on function app.budget_max is
  'How many writes, mails, calls or runs one root may cause in a tenant, or how many mails a '
  'recipient gets, or all of them together, in an hour: by its own limit, else its plan''s; null: no limit';
