create or replace function app.undo_associations(
  p_tenant text, p_tx xid8, p_is_return boolean, out undone integer, out conflicts jsonb)
language plpgsql volatile as $$
declare
  v_policies jsonb := app.policies_of_caller(p_tenant);
  v_row record;
  v_problem jsonb;
begin
  undone := 0;
  conflicts := '[]';
  for v_row in
    select j.resource_id as id, (array_agg(j.before::jsonb order by j.id))[1] as before,
      (array_agg(j.after::jsonb order by j.id desc))[1] as after,
      (array_agg(coalesce(j.after, j.before)::jsonb))[1] as ends
    from app.journal j
    where j.tenant_id = p_tenant and j.xid = app.tx_xid(p_tx) and j.call = app.tx_call(p_tx)
      and j.resource_type = 'association'
    group by j.resource_id order by j.resource_id desc
  loop
    -- Gone, and to return; or there, and to go or to get its meta back.
    continue when (v_row.after is null) <> p_is_return
      or (v_row.after is null and v_row.before is null);
    continue when v_policies is not null and not (
      app.policies_show(v_policies, p_tenant, v_row.ends->>'from_type_id', v_row.ends->>'from_id')
      and app.policies_show(v_policies, p_tenant, v_row.ends->>'to_type_id', v_row.ends->>'to_id'));
    v_problem := app.undo_association(p_tenant, v_row.id, v_row.before, v_row.after);
    if v_problem is null then
      undone := undone + 1;
    else
      conflicts := conflicts || v_problem;
    end if;
  end loop;
end $$;
comment on function app.undo_associations is
  'Brings back the associations that a transaction removed (p_is_return), '
  'or takes back those that it made or changed';
