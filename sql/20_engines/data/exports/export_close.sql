create or replace function app.export_close(p_plan jsonb)
returns void
language plpgsql stable as $$
declare v_ids constant refcursor := 'export_ids';
begin
  if not (p_plan->'walks')::boolean then close v_ids; end if;
end $$;
comment on function app.export_close is
  'Ends what app.export_plan has begun, for a transaction that goes on';
