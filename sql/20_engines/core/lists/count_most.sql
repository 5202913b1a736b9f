create or replace function app.count_most(args jsonb, p_is_indexed boolean)
returns integer
language sql immutable as $$
  select case when p_is_indexed or args @> '{"count": "exact"}' then 10000 else 1000 end
$$;
comment on function app.count_most is
  'How many rows the total of a list counts at most: 10,000 where an index alone counts them or the '
  'caller asks for it (count=exact), otherwise 1,000';
