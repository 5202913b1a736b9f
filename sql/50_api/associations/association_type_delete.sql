create or replace function api.association_type_delete(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
declare
  v_rule app.association_types;
  v_done text;
begin
  perform app.association_types_own(tenant);
  v_rule := app.association_type_find(tenant, args->>'association_type_id');
  v_done := app.unchanged_check(v_rule.updated_at, args);
  perform app.association_type_remove(v_rule);
  perform app.association_types_spread(tenant);
  return json_build_object('id', v_rule.id, 'deleted', true);
end $$;
comment on function api.association_type_delete is 'Delete an association type';
