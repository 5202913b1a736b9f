create or replace function app.plugin_drop(p_plugin app.plugins, p_drops jsonb, p_along jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_drop jsonb;
  v_answer json;
  v_refusal jsonb;
  v_dependencies jsonb := '[]';
begin
  for v_drop in select d from jsonb_array_elements(p_drops) with ordinality t(d, n) order by n loop
    perform app.act_check(v_drop->>'scope', v_drop->>'permission');
    v_answer := gateway.dispatch(v_drop->>'operation', p_plugin.tenant_id, v_drop->'args');
    v_refusal := v_answer->'$refuse';
    if v_refusal->>'code' = 'DEPENDENCY_EXISTS' then
      v_dependencies := v_dependencies || (v_refusal->'dependencies');
      v_answer := gateway.dispatch(v_drop->>'operation', p_plugin.tenant_id, v_drop->'args'
        || jsonb_build_object('force', true, 'confirm_token', v_refusal->'confirm_token'));
      v_refusal := v_answer->'$refuse';
    end if;
    if v_refusal is not null then perform app.refusal_raise(v_refusal); end if;
  end loop;
  delete from app.plugin_parts p using jsonb_array_elements(p_drops || (p_along->'parts')) d
  where p.tenant_id = p_plugin.tenant_id and p.plugin_id = p_plugin.id
    and p.kind = d->'part'->>'kind' and p.key = d->'part'->>'key';
  return app.dependencies(array(
    select row(d.type, d.count)::app.dependency
    from (
      select e->>'type' as type,
        sum((e->>'count')::bigint) - coalesce((p_along->'counts'->>(e->>'type'))::bigint, 0) as count
      from jsonb_array_elements(v_dependencies) e group by 1) d
    order by d.type));
end $$;
comment on function app.plugin_drop is
  'Removes parts of a plugin with all that depends on them, and returns what that was, other than '
  'the parts that go along with them (p_along {counts, parts}): to be confirmed, or rolled back';
