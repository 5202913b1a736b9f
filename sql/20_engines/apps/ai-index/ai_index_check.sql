create or replace function app.ai_index_check(p_type app.object_types, p_asked jsonb)
returns void
language plpgsql stable as $$
declare
  v_unknown jsonb := (
    select json_agg(jsonb_build_object('path', format('ai_index.properties[%s]', n.place - 1), 'code', 'unknown',
      'message', format('names %s, which %s does not define%s', left(n.name, 100), p_type.name,
        case when n.place <= 3 then app.nearest_hint(n.name, p_type.names) else '' end)) order by n.place)::jsonb
    from jsonb_array_elements_text(p_asked->'properties') with ordinality n(name, place)
    where not p_type.definition ? n.name);
begin
  -- It reads all objects, sends their texts to a provider, and spends the tenant's tokens: a right
  -- to types does not include that.
  perform app.act_check('ai', 'ai:manage');
  perform app.act_check('read', 'objects:read');
  if v_unknown is not null then
    perform app.fail(400, 'VALIDATION_ERROR', format('%s %s', v_unknown->0->>'path', v_unknown->0->>'message'), v_unknown,
      v_unknown->0->>'path');
  end if;
  if p_asked->>'provider_id' is not null then
    perform app.ai_provider_chosen(p_type.tenant_id, p_asked->>'provider_id');
  end if;
end $$;
comment on function app.ai_index_check is
  'Refuses an ai_index whose properties its type does not define (400, each named), whose provider cannot be asked (404, 409), or of a caller '
  'who may not read objects and manage AI (403)';
