create or replace function app.seq_gone()
returns void
language plpgsql immutable as $$
begin
  perform app.fail(410, 'GONE',
    'What came next has been removed: events are kept for a time only. '
    'Read the current records, and go on from since=now.', null, 'since');
end $$;
comment on function app.seq_gone is '410 for a place in the journal before what is kept, or shown';
