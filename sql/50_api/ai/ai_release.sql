create or replace function api.ai_release(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  if args ? 'used' then
    perform app.ai_record(tenant, args->>'operation', args->'used');
  else
    perform app.ai_release(tenant, args->>'call_id');
  end if;
  return '{}';
end $$;
comment on function api.ai_release is 'For calls of models that failed: gives back what was held, or counts what was used before they did';
