create or replace function app.user_alone()
returns text
language sql stable as $$
  select case
    when not p ? 'limits' then p->>'user_id'
    when count(distinct l->>'user_id') > 1 then ''
    else min(l->>'user_id') end
  from app.principal() p
  left join lateral jsonb_array_elements(p->'limits') l
    on l->'id' = p->'id' or not l->'scopes' ? '*'
  group by p
$$;
comment on function app.user_alone is
  'The user whose own things the caller may see and change: of a run the only one among the caller '
  'and those who wrote a part of it without holding everything, empty when there are several. Null '
  'for keys, to which things of users are open';
