create or replace function app.association_type_check(p_rule app.association_types)
returns void
language plpgsql stable as $$
declare
  v_limit integer := app.association_limit(p_rule);
  v_taken text;
  v_count bigint;
begin
  -- One word, one meaning: a list is filtered by either name.
  select n.name into v_taken from app.association_types t
  cross join lateral (values (t.name), (t.inverse_name)) n(name)
  where t.tenant_id = p_rule.tenant_id and t.id <> p_rule.id
    and n.name in (p_rule.name, p_rule.inverse_name)
  limit 1;
  if found then
    perform app.taken(case when v_taken = p_rule.name then 'name' else 'inverse_name' end,
      v_taken, 'association type');
  end if;

  select count(*) into v_count from app.associations a
  where a.tenant_id = p_rule.tenant_id and a.association_type = p_rule.name
    and (a.from_type_id <> p_rule.from_type_id or a.to_type_id <> p_rule.to_type_id);
  if v_count > 0 then
    perform app.fail(409, 'INVALID_STATE', format(
      '%s associations named %s connect other object types. Remove them first.',
      v_count, p_rule.name),
      jsonb_build_object('reason', 'types', 'count', v_count));
  end if;
  if v_limit is null then return; end if;

  select count(*) into v_count from (
    select 1 from app.associations a
    where a.tenant_id = p_rule.tenant_id and a.association_type = p_rule.name
    group by a.from_type_id, a.from_id having count(*) > v_limit) full_object;
  if v_count > 0 then
    perform app.fail(409, 'INVALID_STATE', format(
      '%s objects have more than %s %s (those to objects in the trash count). Remove some first.',
      v_count, v_limit, p_rule.name),
      jsonb_build_object('reason', 'max', 'max', v_limit, 'count', v_count));
  end if;
end $$;
comment on function app.association_type_check is
  'Refuses an association type with 409 ALREADY_EXISTS when its name is taken, and with 409 '
  'INVALID_STATE and a count when existing associations do not fit it';
