create or replace function app.outbound_off_text()
returns text
language sql immutable as $$
  select 'It was not sent: outbound was off for this tenant when it was due or queued.'
$$;
comment on function app.outbound_off_text is 'The error of what a tenant with outbound off did not send';
