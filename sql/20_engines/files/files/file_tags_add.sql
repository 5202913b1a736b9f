create or replace function app.file_tags_add(
  p_file app.files, p_tag_ids jsonb, p_is_strict boolean)
returns integer
language plpgsql volatile as $$
declare
  v_most constant integer := 100;
  v_tenant text := p_file.tenant_id;
  v_file_id text := p_file.id;
  v_ids text[] := array(select distinct jsonb_array_elements_text(nullif(p_tag_ids, 'null')));
  v_known text[];
  v_added integer;
begin
  if cardinality(v_ids) = 0 then return 0; end if;
  -- Locked against deletion meanwhile; in one order, so that callers never wait in a circle.
  v_known := array(
    select t.id from app.file_tags t
    where t.tenant_id = v_tenant and t.id = any (v_ids) order by t.id for key share);
  if p_is_strict and cardinality(v_known) < cardinality(v_ids) then
    perform app.not_found('file_tag',
      (select min(id) from unnest(v_ids) id where id <> all (v_known)));
  end if;
  with added as (
    insert into app.file_taggings (tenant_id, file_id, tag_id, created_at, created_by)
    select v_tenant, v_file_id, id, clock_timestamp(), app.principal()->>'user_id'
    from unnest(v_known) id
    on conflict do nothing
    returning tag_id)
  select count(*) into v_added from added;
  if v_added > 0 and (
    select count(*) > v_most from app.file_taggings g
    where g.tenant_id = v_tenant and g.file_id = v_file_id) then
    perform app.fail(409, 'INVALID_STATE', 'A file can have at most 100 tags. Remove some first.',
      jsonb_build_object('max', v_most));
  end if;
  return v_added;
end $$;
comment on function app.file_tags_add is
  'Puts tags on a locked file (a list of ids) and returns how many of them were new to it. '
  'p_is_strict: 404 for one that does not exist; otherwise it is left out';
