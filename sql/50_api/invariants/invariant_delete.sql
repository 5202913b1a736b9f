create or replace function api.invariant_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_invariant app.invariants := app.invariant_find(tenant, args->>'invariant_id');
  v_type_ids text[] := v_invariant.type_ids || v_invariant.object_type_id::text;
  v_done text;
begin
  perform from app.object_types t where t.tenant_id = tenant and t.id = any (v_type_ids) order by t.id for update;
  v_invariant := app.invariant_find(tenant, v_invariant.id);
  v_done := app.unchanged_check(v_invariant.updated_at, args);
  perform app.invariant_remove(v_invariant);
  return json_build_object('id', v_invariant.id, 'deleted', true);
end $$;
comment on function api.invariant_delete is 'Delete an invariant';
