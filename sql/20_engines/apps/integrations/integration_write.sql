create or replace function app.integration_write(p_integration app.integrations, p_page jsonb)
returns jsonb
language plpgsql volatile as $$
declare
  v_tenant constant text := p_integration.tenant_id;
  v_type app.object_types;
  v_page jsonb;
  v_settled jsonb;
  v_result jsonb;
  v_created text[];
begin
  perform app.act_check('write', 'objects:write');
  v_type := app.object_type_hold(v_tenant, p_integration.object_type_id);
  v_page := app.integration_transform(p_integration, p_page);
  select coalesce(json_object_agg(s.n, jsonb_build_object('id', s.object_id, 'item', s.item, 'version', s.version,
    'seen', s.seen))::jsonb, '{}')
  into v_settled from app.integration_settled(p_integration, v_type, v_page) s;
  if v_settled <> '{}' then
    v_page := v_page || (
      select jsonb_build_object(
        'rows', coalesce(json_agg(coalesce(v_settled->r.n::text->'item', r.item) order by r.n)::jsonb, '[]'),
        'numbers', coalesce(json_agg(v_page->'numbers'->(r.n - 1)::integer order by r.n)::jsonb, '[]'))
      from jsonb_array_elements(v_page->'rows') with ordinality r(item, n)
      where not v_settled ? r.n::text or v_settled->r.n::text->'item' <> 'null');
  end if;
  v_result := app.import_run(v_type, jsonb_build_object('made', v_page, 'on_error', 'skip',
    'mode', case when p_integration.match_on is null then 'insert' else 'upsert' end,
    'match_on', p_integration.match_on));
  v_created := array(select jsonb_array_elements_text(v_result->'created'));
  perform app.integration_link(p_integration, v_created, array_fill(null::integer, array[cardinality(v_created)]),
      array_fill(null::jsonb, array[cardinality(v_created)])),
    -- Refused records are not noted: the next sync tries them again, and reports why they fail.
    app.integration_link(p_integration, array_agg(s.value->>'id' order by s.key::integer),
      array_agg((s.value->>'version')::integer order by s.key::integer),
      array_agg(nullif(s.value->'seen', 'null') order by s.key::integer))
  from jsonb_each(v_settled) s
  where s.value->'item' = 'null' or v_result->'updated' ? (s.value->>'id');
  return v_result || jsonb_build_object('unchanged',
    (select count(*) from jsonb_each(v_settled) s where s.value->'item' = 'null'));
end $$;
comment on function app.integration_write is
  'Writes a page of records as objects, by the import: {created: ids, updated: ids, unchanged, failed, errors}. What is the same already, or '
  'was changed here alone, is not written';
