create or replace function app.realtime_rights(p_tenant text)
returns jsonb
language plpgsql stable as $$
declare
  v_principal jsonb := app.principal();
  v_horizon xid8 := app.place_horizon(p_tenant);
begin
  return jsonb_build_object('id', v_principal->'id', 'user_id', v_principal->'user_id',
    'hidden', app.events_hidden(), 'is_bound', not app.is_administrator(v_principal),
    'is_private_bound', app.private_binds(v_principal),
    'is_limited', app.is_type_limited(),
    'seq', app.journal_end(p_tenant, v_horizon, null),
    'past', array(
      select app.seq(j.xid, j.id) from app.journal j
      where j.tenant_id = p_tenant and j.xid >= v_horizon order by j.xid, j.id limit 1000));
end $$;
comment on function app.realtime_rights is
  'Returns the rights of a listener: which resource types are hidden from him, whether rows '
  'have to be judged for him (app.journal_judged), whether private types are closed to him, and the present place in the journal: what '
  'comes after it has not been missed. past are places after it that are written already, behind a '
  'transaction that is still open';
