create or replace function app.outbound_look(p_since timestamptz)
returns json
language plpgsql stable as $$
declare
  v_now timestamptz := clock_timestamp();
  -- A change shows when its transaction ends, a little after the moment that it notes.
  v_since timestamptz := p_since - interval '1 minute';
begin
  return json_build_object('held', app.outbound_held(), 'at', app.utc(v_now), 'changed', coalesce((
    select json_object_agg(t.tenant_id, t.outbound) from app.tenants t
    where t.outbound_at is not null
      and case when v_since is null then t.outbound = 'off' and t.status <> 'deleted'
        else t.outbound_at > v_since end), '{}'));
end $$;
comment on function app.outbound_look is
  'Whether anything may leave: {held, at, changed: {<tenant>: on|off}}, with the tenants whose outbound was set since p_since, the at of '
  'the answer before; null for all that are off';
