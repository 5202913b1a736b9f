create or replace function app.key_number(p_key jsonb)
returns numeric
language sql immutable as $$
  select case jsonb_typeof(p_key)
    when 'number' then p_key::numeric
    when 'boolean' then p_key::boolean::integer
    when 'object' then
      case when app.is_money(p_key) then (p_key->>'amount')::numeric else 0 end
    else 0
  end
$$;
comment on function app.key_number is
  'The second of what the keys of groups are ordered by: as app.index_number, but exact';
