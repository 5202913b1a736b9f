create or replace function api.object_type_list(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  if args ? 'include' then return app.object_types_whole(tenant, args->'include'); end if;
  return (
    select app.listed(json_agg(app.object_type_json(row(t.*)::app.object_types) order by t.id desc),
      count(*))
    from app.object_types t where t.tenant_id = tenant);
end $$;
comment on function api.object_type_list is 'List object types';
