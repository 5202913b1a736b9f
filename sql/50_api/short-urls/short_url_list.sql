create or replace function api.short_url_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_limit integer := args->>'limit';
  v_filters jsonb := args - '{limit,cursor,count,base_url,host}'::text[];
  v_binding text := concat_ws('|', 'short_url.list', tenant, v_filters);
  v_before text := coalesce(app.cursor_decode(v_binding, args->>'cursor')->>0, '~');
  v_most integer := app.count_most(args, v_filters = '{}');
  v_named text[] := app.ids_containing(tenant, 'short_url', args->>'search', v_most + 1);
  v_few text[] := app.ids_few(v_named);
  v_ids text[] := app.short_urls_find(tenant, args, v_few, v_before, v_limit + 1);
  v_total bigint;
begin
  if args->>'count' is distinct from 'none' then
    v_total := case
      -- The index has counted them.
      when cardinality(v_named) > v_most and v_filters - 'search' = '{}' then v_most + 1
      else cardinality(app.short_urls_find(tenant, args, v_few, '~', v_most + 1)) end;
  end if;
  return app.paged((
      select json_agg(app.short_url_json(row(s.*)::app.short_urls, args) order by s.id desc)
      from app.short_urls s
      where s.tenant_id = tenant and s.id = any (v_ids[:v_limit])),
    case when cardinality(v_ids) > v_limit
      then app.cursor_encode(v_binding, jsonb_build_array(v_ids[v_limit])) end,
    v_total, v_most);
end $$;
comment on function api.short_url_list is 'Returns a page of short URLs, newest first';
