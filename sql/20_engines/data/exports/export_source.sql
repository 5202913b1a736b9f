create or replace function app.export_source(args jsonb)
returns text
language sql stable as $$
  select format($sql$
    select o.* from app.objects o
    where o.tenant_id = $1 and o.object_type_id = $2 and o.id %s $4 %s
      and app.filter_holds($3, row(o.*)::app.objects)
    order by o.id %s limit $5
    $sql$,
    case when app.export_is_descending(args) then '<' else '>' end,
    case when not args @> '{"include_deleted":true}' then 'and not o.is_deleted' end,
    case when app.export_is_descending(args) then 'desc' end)
$$;
comment on function app.export_source is
  'The SQL of a page of objects along the primary key: $1 tenant, $2 type, $3 app.filter, $4 the id '
  'to go on after, $5 how many';
