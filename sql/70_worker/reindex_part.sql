create or replace function worker.reindex_part(p_tenant text, p_place jsonb, p_limit integer)
returns json
language plpgsql volatile as $$
declare
  v_stage text := coalesce(p_place->>'stage', 'index');
  v_after jsonb := p_place->'after';
  v_rows integer;
  v_done text;
begin
  v_done := app.in_tenant(p_tenant, '{"type": "system", "id": "worker"}');
  if v_stage = 'index' then
    select r.rows, r.after into v_rows, v_after from worker.reindex_index(p_tenant, v_after, p_limit) r;
  elsif v_stage = 'objects' then
    select r.rows, r.after into v_rows, v_after from worker.reindex_objects(p_tenant, v_after, p_limit) r;
  else
    select r.rows, r.after into v_rows, v_after from worker.reindex_vectors(p_tenant, v_after, p_limit) r;
  end if;
  if v_after is null then
    v_stage := case v_stage when 'index' then 'objects' when 'objects' then 'vectors' end;
  end if;
  return json_build_object('rows', v_rows, 'place', case when v_stage is not null then
    json_build_object('stage', v_stage, 'after', v_after) end);
end $$;
comment on function worker.reindex_part is
  'Brings the next p_limit rows of what a tenant is searched by up to date, beside requests: first rows of the object index that are '
  'wrong go, then objects get what they miss there and in full text search, then vectors their signs and words. Answers {rows, place}; '
  'the place is null at the end';
