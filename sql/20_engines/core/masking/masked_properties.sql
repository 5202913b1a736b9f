create or replace function app.masked_properties(p_properties jsonb, p_kinds jsonb, p_id text)
returns jsonb
language sql immutable as $$
  -- Of one object all addresses are the same: what is unique is so within a property.
  select p_properties || coalesce((
    select json_object_agg(e.key, case k.kind
      when 'email' then app.masked_email(right(p_id, 12))
      else app.masked_phone(('x' || right(p_id, 12))::bit(48)::bigint) end)::jsonb
    from jsonb_each(p_properties) e cross join lateral (
      select case when p_kinds ? e.key then p_kinds->>e.key
        -- The values of a property that was deleted stay in its objects and their versions, without a word of what they were.
        when e.value #>> '{}' ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' then 'email'
        when e.value #>> '{}' ~ '^\+\d[\d ().-]{6,20}$' then 'phone' end as kind) k
    where jsonb_typeof(e.value) = 'string' and k.kind is not null), '{}')
$$;
comment on function app.masked_properties is
  'Properties of an object with stand-ins for those of p_kinds, {<name>: email|phone|null}, and for addresses under other names';
