create or replace function app.invariants_refresh(p_tenant text, p_type_ids text[])
returns void
language plpgsql volatile as $$
declare
  v_type_id text;
  v_rules app.invariants[];
  v_made jsonb;
begin
  for v_type_id in
    select t.id from app.object_types t where t.tenant_id = p_tenant and t.id = any (p_type_ids) order by t.id for no key update
  loop
    v_rules := array(
      select row(i.*)::app.invariants as rule from app.invariants i
      where i.tenant_id = p_tenant and i.status in ('active', 'checking') and v_type_id = any (i.type_ids || i.object_type_id)
      order by i.id);
    v_made := case
      when v_rules = '{}' then null
      when not exists (
        select 1 from unnest(v_rules) r
        where r.compiled->>'needs' <> 'object' or not r.compiled ? 'quick') then
        jsonb_build_object('quick', 'strict ' || (
          select string_agg('(' || (r.compiled->>'quick') || ')', ' && ' order by r.id) from unnest(v_rules) r))
      else jsonb_build_object('groups', (
        select coalesce(json_agg(json_build_object('id', r.id, 'by', r.compiled->'bys'->0) order by r.id), '[]')
        from unnest(v_rules) r where r.compiled->>'needs' = 'group')) end;
    update app.object_types t set invariants = v_made where t.tenant_id = p_tenant and t.id = v_type_id;
  end loop;
end $$;
comment on function app.invariants_refresh is
  'Brings object_types.invariants up to date with the rules that are about a type, or look at its objects; call it after every change of them';
