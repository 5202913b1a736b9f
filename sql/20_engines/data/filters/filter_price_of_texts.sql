create or replace function app.filter_price_of_texts(p_type app.object_types, p_filter app.filter)
returns double precision
language plpgsql stable as $$
begin
  return (
    -- Ten objects stand for all: the oldest five and the newest five.
    with texts as (
      select m[1] as name, 0.005 as per_byte
      from regexp_matches(p_filter.asked->>'text',
        '\$\."((?:[^"\\]|\\.)*)"[^ ]* like_regex', 'g') m
      union all
      select coalesce(x->>'name', x->>'property'), case when x ? 'test' then 0.01 else 0.04 end
      from jsonb_array_elements(p_filter.externals) with ordinality e(x, n)
      where n > (p_filter.asked->>'externals')::integer
        and (x->>'test' = 'regex' or x ? 'property')),
    sample as (
      (select o.properties from app.objects o
       where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
       order by o.id limit 5)
      union all
      (select o.properties from app.objects o
       where o.tenant_id = p_type.tenant_id and o.object_type_id = p_type.id
       order by o.id desc limit 5))
    select coalesce(avg(z.size * 0.0015 + case when z.size > 200000 then z.size * 0.01 else (
        select coalesce(sum(t.per_byte * least(
          octet_length(s.properties->>t.name), 100000)), 0) from texts t) end), 0)
    from sample s
    cross join lateral (select pg_column_size(s.properties) as size) z);
end $$;
comment on function app.filter_price_of_texts is
  'Returns the cost that the length of texts adds to app.filter_price: reading an object, and '
  'looking through those of its texts that a filter looks through';
