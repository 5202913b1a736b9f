create or replace function app.seq_gone()
returns void
language plpgsql immutable as $$
begin
  perform app.fail(410, 'GONE',
    'The events after this position have expired and were removed. Read the current records, then '
    'continue from since=now.', null, 'since');
end $$;
comment on function app.seq_gone is
  'Refuses with 410 a place in the journal that is older than what is kept or shown';
