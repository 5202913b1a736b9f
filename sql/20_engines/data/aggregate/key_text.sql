create or replace function app.key_text(p_key jsonb)
returns text
language sql immutable as $$
  select case jsonb_typeof(p_key)
    when 'string' then p_key #>> '{}'
    when 'number' then ''
    when 'boolean' then ''
    when 'object' then
      case when app.is_money(p_key) then p_key->>'currency' else p_key::text end
    when 'array' then p_key::text
  end
$$;
comment on function app.key_text is
  'The first of what the keys of groups are ordered by, in the collation "C": as app.index_text, '
  'but whole';
