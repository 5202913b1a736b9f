create or replace function gateway.run_together(
  tenant text, principal jsonb, credentials jsonb[], operation text, args jsonb[])
returns json[]
language plpgsql as $$
declare
  v_answers json[];
  v_set text := set_config('app.tenant_id', tenant, true)
    || set_config('role', 'insula_tenant', true);
begin
  -- Beside changes that are only tried, or made once, or have a budget; and where automations run within the request, which
  -- are to find what earlier requests have made, and nothing of later ones.
  if credentials[1] ? 'change' and (credentials[1]->'change' <> '{}' or principal ? 'causation_depth'
    or exists (select 1 from app.event_subscriptions s where s.tenant_id = tenant and s.is_sync))
  then
    return null;
  end if;
  v_set := app.act_as(principal || jsonb_build_object('requests', array(
    select jsonb_build_object('request_id', c->'request_id', 'root', c->'root')
    from unnest(credentials) with ordinality u(c, n) order by n)));
  v_answers := case operation
    when 'object_get' then app.objects_get_each(tenant, args)
    when 'object_create' then app.objects_create_each(tenant, args)
    when 'object_update' then app.objects_update_each(tenant, args) end;
  v_set := current_setting('app.plan_usage', true);
  if v_set <> '' and v_answers is not null then
    v_answers := array(select app.answer(json_build_object('X-Plan-Usage', v_set), a)
      from unnest(v_answers) with ordinality u(a, n) order by n);
  end if;
  return v_answers;
end $$;
comment on function gateway.run_together is
  'gateway.run for several requests of one caller about objects of one type (gateway.alike), as one: their answers, or '
  'null where they have to run one after the other. If one of them is refused, so are all';
