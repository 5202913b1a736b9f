create or replace function app.json_joined(variadic p_parts json[])
returns json
language sql immutable as $$
  select ('{' || concat_ws(', ', variadic array(
    select nullif(substr(o.part, 2, length(o.part) - 2), '')
    from (select btrim(u.part::text) as part, u.n from unnest(p_parts) with ordinality u(part, n)) o order by o.n)) || '}')::json
$$;
comment on function app.json_joined is 'One object of the members of several, in their order; those that are null add nothing';
