create or replace function app.batch_each(
  p_operation text, p_tenant text, args jsonb, p_items jsonb)
returns json
language plpgsql volatile as $$
declare
  v_results jsonb := '[]';
  v_answer jsonb;
  v_detail text;
  v_status text;
  -- Earlier requests of a transaction are judged at its end.
  v_noted text := app.invariants_begin();
  v_done text;
begin
  args := args - array['objects', 'updates'];
  for i in 0 .. jsonb_array_length(p_items) - 1 loop
    begin
      v_answer := case p_operation
        when 'object_create' then api.object_create(p_tenant, args || (p_items->i))
        when 'object_update' then api.object_update(p_tenant, args || (p_items->i))
      end;
      v_done := app.invariants_settle(p_tenant);
      v_results := v_results || jsonb_build_object('index', i, 'success', true,
        'id', v_answer->'data'->'id', 'version', v_answer->'data'->'version');
    exception when others then
      get stacked diagnostics v_detail = pg_exception_detail, v_status = returned_sqlstate;
      if v_status !~ '^PT4' or v_status = 'PT429' then raise; end if;
      v_results := v_results || jsonb_build_object('index', i, 'success', false,
        'error', v_detail::jsonb || jsonb_build_object('message', sqlerrm));
    end;
  end loop;
  v_done := app.invariants_resume(v_noted);
  return json_build_object('results', v_results);
end $$;
comment on function app.batch_each is
  'A batch with ?atomic=false: each item by itself through the single operation, '
  'with its own success or error';
