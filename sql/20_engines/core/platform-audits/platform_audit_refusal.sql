create or replace function app.platform_audit_refusal(p_refusal jsonb)
returns void
language plpgsql volatile as $$
declare
  v_most constant integer := 100;
  v_actor text := p_refusal->>'actor_id';
  v_since text := app.event_id_at(clock_timestamp() - interval '1 hour');
  v_now timestamptz := clock_timestamp();
begin
  if (select count(*) from (
      select 1 from app.platform_audits a
      where a.actor_id = v_actor and a.id >= v_since and a.action = 'call.refused' limit v_most) s) >= v_most
  then
    return;
  end if;
  insert into app.platform_audits (id, actor_id, actor_label, about_tenant, action, resource_type,
    resource_id, after, ip, user_agent, request_id, created_at)
  values (app.new_id('evt'), v_actor, p_refusal->>'actor_label', p_refusal->>'tenant_id', 'call.refused',
    'operation', p_refusal->>'operation', p_refusal->'after', p_refusal->>'ip', p_refusal->>'user_agent',
    p_refusal->>'request_id', v_now);
end $$;
comment on function app.platform_audit_refusal is
  'Notes that a call was refused to a platform key: {actor_id, actor_label, tenant_id, operation, after: {code, required}, ip, '
  'user_agent, request_id}; at most 100 of a key in an hour';
