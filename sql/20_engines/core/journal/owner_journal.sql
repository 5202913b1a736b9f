create or replace function app.owner_journal(
  p_type text, p_id text, p_after json, p_before json default null)
returns void
language sql volatile as $$
  select app.journal_write('platform', p_type, split_part(p_type, '.', 1), p_id,
    p_after, p_before)
$$;
comment on function app.owner_journal is
  'A row of the operator''s own journal, which lies under the word platform, as no tenant is called: see '
  'gateway.call_platform_tenant';
