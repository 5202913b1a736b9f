create or replace function api.ai_release(tenant text, args jsonb)
returns json
language plpgsql volatile as $$
begin
  perform app.ai_end(tenant, args);
  return '{}';
end $$;
comment on function api.ai_release is 'For calls of models that failed: gives back what was held, or counts what was used before they did';
