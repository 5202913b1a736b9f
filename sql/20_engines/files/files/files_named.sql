create or replace function app.files_named(p_tenant text, args jsonb)
returns jsonb
language plpgsql stable as $$
declare
  v_most constant integer := 1000;
  v_collection text := args->>'collection_id';
  v_tag text := args->'tag_ids'->>0;
  v_category text := args->>'mime_category';
  v_ids text[] := app.ids_few(
    app.ids_containing(p_tenant, 'file', args->>'filename', v_most + 1));
begin
  if v_ids is null and v_collection is not null then
    v_ids := array(
      select i.file_id from app.file_collection_items i
      where i.tenant_id = p_tenant and i.collection_id = v_collection limit v_most + 1);
  elsif v_ids is null and v_tag is not null then
    v_ids := array(
      select g.file_id from app.file_taggings g
      where g.tenant_id = p_tenant and g.tag_id = v_tag limit v_most + 1);
  elsif v_ids is null and v_category is not null then
    v_ids := array(
      select f.id from app.mime_types(p_tenant) m cross join lateral (
        select f.id from app.files f
        where f.tenant_id = p_tenant and f.mime_type = m.mime_type limit v_most + 1) f
      where app.mime_category(m.mime_type) = v_category limit v_most + 1);
  end if;
  -- More than these are met soon by a walk along the order of the page.
  return jsonb_strip_nulls(jsonb_build_object('ids', app.ids_few(v_ids)));
end $$;
comment on function app.files_named is
  'The ids of the files that a part of a name, a collection, a tag or a category of media leads to, '
  'for a filter (of app.files_filter): {ids}, or {} where none does or they are too many to list';
