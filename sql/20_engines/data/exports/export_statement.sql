create or replace function app.export_statement(p_plan jsonb, p_has_ids boolean, args jsonb)
returns text
language sql stable as $$
  -- Each level is kept apart by its limit or offset: what it calculates is calculated once. Joined to
  -- {}, properties are unpacked once and not for each of their names.
  select format($sql$
    select count(*) filter (where k.is_kept), %s(k.id) filter (where k.is_kept), count(*),
      string_agg(k.line, '') filter (where k.is_kept)
    from (
      select l.id, l.line, sum(octet_length(l.line)) over (rows unbounded preceding)
        - octet_length(l.line) < $6 as is_kept
      from (
        select c.id, %s as line
        from (
          select p.id, p.created_at, p.updated_at, p.created_by, p.version, p.is_deleted%s
          from (
            select o.id, o.properties || '{}' as properties, o.created_at, o.updated_at,
              o.created_by, o.version, o.is_deleted
            from %s offset 0) p
          offset 0) c
        offset 0) l) k
    $sql$,
    case when app.export_is_descending(args) then 'min' else 'max' end,
    app.export_line(p_plan, args),
    (select concat(
        string_agg(format(', (p.properties->%1$L)::text as t%2$s', c->>'name', n)
          || case when args->>'format' = 'csv'
            then format(', p.properties->>%1$L as s%2$s', c->>'name', n) else '' end, ''),
        case when (p_plan->'has_rest')::boolean
          then format(', p.properties - %L::text[] as rest',
            coalesce(array_agg(c->>'name'), '{}') || app.export_taken(args)) end)
      from jsonb_array_elements(p_plan->'columns') with ordinality e(c, n)),
    case when p_has_ids then $sql$
        (select u.id from unnest($4::text[]) with ordinality u(id, n) order by u.n) u
        cross join lateral (
          select o.* from app.objects o
          where o.tenant_id = $1 and o.object_type_id = $2 and o.id = u.id offset 0) o
      $sql$ else format('(%s) o', app.export_source(args)) end)
$$;
comment on function app.export_statement is
  'The statement of a part of an export: $1 to $5 as app.export_source takes them, or with ids $4 '
  'their list, $6 how many bytes, $7 what it includes, {versions, associations, files} by id. It '
  'answers how many objects it wrote (at least one), the last id, how many it read, the lines';
