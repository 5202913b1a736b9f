create or replace function app.export_journal(
  p_tenant text, p_user_id text, p_is_events boolean)
returns json
language plpgsql stable as $$
declare
  v_sight jsonb := app.journal_sight(p_tenant);
  v_judged text[] := app.journal_judged(v_sight);
  v_hidden text[] := app.data_hidden();
begin
  return (
    select coalesce(json_agg(
      case when p_is_events then app.custom_event_json(f.j) else app.audit_json(
        app.journal_redacted(v_sight, f.j)) end
      order by (f.j).xid, (f.j).id), '[]')
    from (
      select row(j.*)::app.journal as j from app.journal j
      where j.tenant_id = p_tenant and (j.resource_type = 'event') = p_is_events
        and j.actor->>'id' = p_user_id
        and (p_is_events or j.resource_type <> all (v_hidden))
        and (j.resource_type <> all (v_judged) or app.journal_is_visible(v_sight, row(j.*)::app.journal))
      order by j.xid desc, j.id desc limit 10000) f);
end $$;
comment on function app.export_journal is
  'Returns a user''s actions, the last 10,000 rows of the journal: events they posted, or '
  'everything else. It leaves out what policies hide from them by now, and data where they may '
  'read none any more';
