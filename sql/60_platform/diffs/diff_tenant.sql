create or replace function platform.diff_tenant(args jsonb)
returns json
language plpgsql stable as $$
declare v_tenant text := auth.diff_tenant(args->>'diff_id');
begin
  if v_tenant is null then perform app.not_found('diff', args->>'diff_id'); end if;
  return json_build_object('tenant_id', v_tenant);
end $$;
comment on function platform.diff_tenant is 'The tenant that a comparison is about, of which the operator names only the id; 404';
