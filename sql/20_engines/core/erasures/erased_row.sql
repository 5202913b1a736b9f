create or replace function app.erased_row(p_row app.journal, p_pattern text, p_ids text[])
returns app.journal
language plpgsql immutable as $$
declare
  v_is_theirs boolean := p_row.resource_type = 'user' and p_row.resource_id = any (p_ids);
  v_actor text := p_row.actor->>'id';
  v_json jsonb;
  v_rest text;
begin
  if v_actor = any (p_ids) or v_is_theirs and v_actor is null then
    p_row.ip := null;
    p_row.user_agent := null;
  end if;
  p_row.actor := app.erased_json(p_row.actor, p_pattern, p_ids);
  p_row.resource_id := app.erased_text(p_row.resource_id, p_pattern, p_ids);
  -- Compared as jsonb, and otherwise left as they are, to the byte: the row is sealed.
  v_json := case when v_is_theirs and p_row.before is not null then jsonb_build_object('id', p_row.resource_id)
    else app.erased_json(p_row.before::jsonb, p_pattern, p_ids) end;
  if v_json is distinct from p_row.before::jsonb then p_row.before := v_json; end if;
  v_json := case when v_is_theirs and p_row.after is not null then jsonb_build_object('id', p_row.resource_id)
    else app.erased_json(p_row.after::jsonb, p_pattern, p_ids) end;
  if v_json is distinct from p_row.after::jsonb then
    -- By its beginning app.journal_after tells that an object is not kept whole.
    if starts_with(p_row.after::text, '{"properties":') and v_json ? 'properties' then
      v_rest := (v_json - 'properties')::text;
      p_row.after := '{"properties":' || (v_json->'properties')::text
        || case v_rest when '{}' then '}' else ', ' || substr(v_rest, 2) end;
    else
      p_row.after := v_json;
    end if;
  end if;
  return p_row;
end $$;
comment on function app.erased_row is
  'A row of the journal without the values of the users p_ids, and without the addresses that p_pattern finds';
