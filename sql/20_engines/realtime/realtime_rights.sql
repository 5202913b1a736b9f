create or replace function app.realtime_rights(p_tenant text)
returns jsonb
language sql stable as $$
  select jsonb_build_object('id', p->'id', 'user_id', p->'user_id',
    'hidden', app.events_hidden(), 'is_bound', app.policies_bind(p),
    'seq', app.journal_end(p_tenant, pg_snapshot_xmin(pg_current_snapshot()), null))
  from app.principal() p
$$;
comment on function app.realtime_rights is
  'Who listens, and how: which resource types are hidden from him, whether policies bind him, and '
  'the present place in the journal: what comes after it has not been missed';
