create or replace function worker.diff_look(p_tenant text, p_steps jsonb)
returns json
language plpgsql volatile as $$
declare
  v_step jsonb;
  v_data json[] := '{}';
begin
  perform worker.as_tenant(p_tenant, app.operator_principal());
  for v_step in select jsonb_array_elements(p_steps) loop
    v_data := array_append(v_data, app.act(p_tenant, v_step)->'data');
  end loop;
  return array_to_json(v_data);
end $$;
comment on function worker.diff_look is
  'The answers of some operations that read, to the operator in a tenant: the data of each, in their order';
