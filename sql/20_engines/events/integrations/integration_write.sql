create or replace function app.integration_write(p_integration app.integrations, p_page jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_tenant constant text := p_integration.tenant_id;
  v_type app.object_types;
  v_page jsonb;
  v_settled bigint[];
  v_same text[];
  v_result jsonb;
begin
  perform app.act_check('write', 'objects:write');
  v_type := app.object_type_hold(v_tenant, p_integration.object_type_id);
  v_page := app.integration_transform(p_integration, p_page);
  select coalesce(array_agg(s.n), '{}'), coalesce(array_agg(s.object_id) filter (where s.is_same), '{}')
  into v_settled, v_same from app.integration_settled(p_integration, v_type, v_page) s;
  if v_settled <> '{}' then
    v_page := v_page || (
      select jsonb_build_object('rows', coalesce(jsonb_agg(r.item order by r.n), '[]'),
        'numbers', coalesce(jsonb_agg(v_page->'numbers'->(r.n - 1)::integer order by r.n), '[]'))
      from jsonb_array_elements(v_page->'rows') with ordinality r(item, n) where not r.n = any (v_settled));
  end if;
  v_result := app.import_run(v_type, jsonb_build_object('made', v_page, 'on_error', 'skip',
    'mode', case when p_integration.match_on is null then 'insert' else 'upsert' end,
    'match_on', p_integration.match_on));
  perform app.integration_link(p_integration, array(
    select jsonb_array_elements_text((v_result->'created') || (v_result->'updated'))) || v_same);
  return v_result || jsonb_build_object('unchanged', cardinality(v_settled));
end $$;
comment on function app.integration_write is
  'Writes a page of records as objects, by the import: {created: ids, updated: ids, unchanged, failed, errors}. What is the same already '
  'is not written again';
