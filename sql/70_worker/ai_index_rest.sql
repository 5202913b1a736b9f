create or replace function worker.ai_index_rest(p_tenant text, p_type_id text, p_attempts integer)
returns boolean
language plpgsql volatile as $$
declare v_now timestamptz := clock_timestamp();
begin
  perform worker.as_tenant(p_tenant, '{"type":"system","id":"worker"}');
  -- A long queue takes many turns, and their number is a small one.
  if p_attempts > 30000 then
    perform app.work_add(p_tenant, 'ai_index', p_type_id, v_now);
    return true;
  end if;
  return app.work_end(p_tenant, 'ai_index', p_type_id, p_attempts, v_now);
end $$;
comment on function worker.ai_index_rest is 'Ends the turn of an ai_index that has more to do: it is due again at once, behind other tenants';
