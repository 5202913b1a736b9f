create or replace function platform.dead_letter_tenant(args jsonb)
returns json
language plpgsql stable as $$
declare
  v_id text := args->>'msg_id';
  v_tenants text[];
begin
  if args ? 'tenant_id' then return json_build_object('tenant_id', args->'tenant_id'); end if;
  v_tenants := auth.dead_letter_tenants(v_id);
  if v_tenants = '{}' then perform app.not_found('dead_letter', v_id); end if;
  if cardinality(v_tenants) > 1 then
    perform app.fail(409, 'INVALID_STATE', 'Several tenants have a dead letter of this id, because one was made from a '
      'snapshot of the other. Name the tenant with ?tenant_id=.', null, 'tenant_id');
  end if;
  return json_build_object('tenant_id', v_tenants[1]);
end $$;
comment on function platform.dead_letter_tenant is
  'The tenant of a dead letter, of which the operator may name only the id; 404, or 409 where that is not enough';
