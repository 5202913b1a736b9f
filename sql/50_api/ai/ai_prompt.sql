create or replace function api.ai_prompt(tenant text, args jsonb)
returns json
language plpgsql stable as $$
begin
  return json_build_object('prompt', app.template_text(args->>'template', args->'variables') #>> '{}');
end $$;
comment on function api.ai_prompt is 'For generating: a template with its variables put in; 400 for one that is missing';
