create or replace function api.data_export_rows(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_type app.object_types := app.object_type_find(tenant, args->>'object_type_id');
  v_filter app.filter := app.search_filter(v_type, args);
  v_sort text := app.sort_check(v_type, args->>'sort');
  v_page app.objects[];
  v_after jsonb;
  v_bytes bigint := 0;
  v_count integer := 0;
  v_pages json[] := '{}';
begin
  perform app.export_check(v_type, args);
  if not app.export_afford(v_type, v_filter, v_sort) then v_pages := null; end if;
  loop
    -- Too many to be read here: counted by the best way there is, unless the trash is asked for too.
    if v_pages is null and not args @> '{"include_deleted":true}' then
      v_count := app.filter_count(v_type, app.filter_plan(v_type, v_filter, 1000), 100001);
      exit;
    end if;
    v_page := app.export_page(v_type, v_filter, args, v_after, 1000);
    v_count := v_count + cardinality(v_page);
    if v_pages is not null then
      v_pages := array_append(v_pages, app.export_rows(
        v_type, v_page, app.files_exported(v_type, v_page, args), args));
      v_bytes := v_bytes + octet_length(v_pages[cardinality(v_pages)]::text);
      if v_count > 5000 or v_bytes > 4000000 then v_pages := null; end if;
    end if;
    exit when cardinality(v_page) < 1000 or v_count > 100000;
    v_after := app.sort_values(app.object_json(v_page[1000]), v_sort);
  end loop;
  if v_count > 100000 then perform app.export_refuse(v_type, args); end if;
  return json_build_object('count', v_count, 'type', v_type.name, 'pages', v_pages,
    'head', case when v_pages is not null then app.export_head(v_type, v_filter, args) end);
end $$;
comment on function api.data_export_rows is
  'What an export will hold: its count, and its rows when they are few (5,000, 4 MB), '
  'all of one snapshot';
