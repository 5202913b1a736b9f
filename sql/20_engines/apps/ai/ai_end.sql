create or replace function app.ai_end(p_tenant text, args jsonb)
returns void
language plpgsql volatile as $$
begin
  if args ? 'used' then
    perform app.ai_record(p_tenant, args->>'operation', args->'used');
  else
    perform app.ai_release(p_tenant, args->>'call_id');
  end if;
end $$;
comment on function app.ai_end is
  'Counts what a call to a model has used, {operation, used}, or gives back what was held for one that used nothing, {call_id}';
