create or replace function app.erased_json(p_value jsonb, p_pattern text, p_ids text[])
returns jsonb
language plpgsql immutable as $$
declare
  v_text text;
begin
  case jsonb_typeof(p_value)
    when 'object' then
      -- The user themselves, or as an actor.
      if p_value->>'id' = any (p_ids) then
        return app.jsonb_pick(p_value, '{id,type,by,act,meta,also}');
      end if;
      -- Events of the user, and their records, such as sessions.
      if p_value->'data'->>'id' = any (p_ids) or p_value->>'resource_id' = any (p_ids) then
        p_value := p_value - '{previous,before,after,changes}'::text[];
      end if;
      if p_value->>'user_id' = any (p_ids) then
        p_value := p_value - '{ip,user_agent,email,phone,recipient,name,user_metadata}'::text[];
      end if;
      return coalesce((
        select json_object_agg(app.erased_text(e.key, p_pattern, p_ids), app.erased_json(e.value, p_pattern, p_ids))::jsonb
        from jsonb_each(p_value) e), '{}');
    when 'array' then
      return coalesce((
        select json_agg(app.erased_json(e.value, p_pattern, p_ids) order by e.ordinality)::jsonb
        from jsonb_array_elements(p_value) with ordinality e), '[]');
    when 'string' then
      v_text := app.erased_text(p_value #>> '{}', p_pattern, p_ids);
      -- A whole value goes: no other would fit where an address is expected.
      return case v_text when '[erased]' then 'null' else to_jsonb(v_text) end;
    else
      return p_value;
  end case;
end $$;
comment on function app.erased_json is
  'JSON without the values of the users p_ids: their records keep the ids, and addresses that p_pattern finds are null, or [erased] within a text';
