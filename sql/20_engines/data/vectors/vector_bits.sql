create or replace function app.vector_bits(p_vector real[])
returns bit varying
language sql immutable as $$
  select string_agg(case when n.value > 0 then '1' else '0' end, '' order by n.place)::bit varying
  from unnest(p_vector) with ordinality n(value, place)
$$;
comment on function app.vector_bits is
  'The signs of a vector''s numbers: the more of two vectors differ, the larger is the angle between them';
