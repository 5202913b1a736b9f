create or replace function api.graphql_run(tenant text, args jsonb)
returns json
language plpgsql stable as $$
declare
  v_version text;
  v_step jsonb;
  v_results json[] := '{}';
  v_state text;
  v_message text;
  v_detail text;
begin
  if args ? 'version' then
    v_version := app.graphql_version(tenant);
    if args->>'version' is distinct from v_version then
      return json_build_object(
        'version', v_version, 'definition', app.graphql_definition(tenant));
    end if;
  end if;
  for v_step in
    select s from jsonb_array_elements(args->'steps') with ordinality t(s, n) order by n
  loop
    begin
      v_results := array_append(v_results, app.act(tenant, v_step));
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail;
      -- A failure of the server concerns all of them.
      if v_state !~ '^(PT4|22)' then raise; end if;
      v_results := array_append(v_results,
        json_build_object('state', v_state, 'message', v_message, 'detail', v_detail));
    end;
  end loop;
  return json_build_object('results', v_results);
end $$;
comment on function api.graphql_run is
  'Runs the steps of a GraphQL operation, or returns the definition if its version has changed';
