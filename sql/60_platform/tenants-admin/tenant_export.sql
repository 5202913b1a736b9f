create or replace function platform.tenant_export(args jsonb)
returns json
language plpgsql stable as $$
begin
  perform app.tenant_whole_check(args->>'tenant_id');
  return 'true';
end $$;
comment on function platform.tenant_export is 'Tells whether there is a tenant to export';
