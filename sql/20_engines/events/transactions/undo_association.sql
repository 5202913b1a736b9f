create or replace function app.undo_association(
  p_tenant text, p_id text, p_before jsonb, p_after jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_now app.associations;
  v_state text;
  v_message text;
  v_detail text;
begin
  -- Both objects before the association, as everywhere.
  perform app.association_ends_hold((app.association_key(p_tenant,
    app.association_record_args(coalesce(p_after, p_before)))).key, true);
  select * into v_now from app.associations a
  where a.tenant_id = p_tenant and a.id = p_id for update;
  if p_after is not null and v_now.id is null then
    return app.undo_conflict('association', p_id, 'NOT_FOUND', 'It is gone.');
  elsif p_after is not null and v_now.updated_at <> (p_after->>'updated_at')::timestamptz then
    return app.undo_conflict('association', p_id, 'VERSION_CONFLICT', 'It has changed since.');
  end if;
  if p_before is null then
    perform app.association_remove(p_tenant, app.association_record_args(p_after));
  else
    perform app.association_put(p_tenant, app.association_record_args(p_before), p_id,
      (p_before->>'created_at')::timestamptz);
  end if;
  return null;
exception when others then
  get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
    v_detail = pg_exception_detail;
  if v_state !~ '^(PT4|22|23)' or v_state = 'PT429' then raise; end if;
  return app.undo_failure('association', p_id, v_state, v_message, v_detail);
end $$;
comment on function app.undo_association is
  'Brings an association from p_after to p_before (null: it is not there); '
  'the conflict when that cannot be';
