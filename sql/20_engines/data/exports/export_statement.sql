create or replace function app.export_statement(p_plan jsonb, p_has_ids boolean, args jsonb)
returns text
language plpgsql stable as $$
declare
  v_is_whole boolean := app.export_is_whole(args);
  v_source text := case when p_has_ids then $sql$
      (select u.id from unnest($4::text[]) with ordinality u(id, n) order by u.n) u
      cross join lateral (
        select o.* from app.objects o
        where o.tenant_id = $1 and o.object_type_id = $2 and o.id = u.id offset 0) o
    $sql$ else format('(%s) o', app.export_source(args)) end;
  v_columns text := (
    select string_agg(format(', (p.properties->%1$L)::text as t%2$s', c->>'name', n)
      || case when args->>'format' = 'csv'
        then format(', p.properties->>%1$L as s%2$s', c->>'name', n) else '' end, '')
    from jsonb_array_elements(p_plan->'columns') with ordinality e(c, n));
  v_cells text;
begin
  -- Each level is kept apart by its limit or offset: what it calculates is calculated once. Joined to
  -- {}, properties are unpacked once and not for each of their names.
  v_cells := format($sql$
    select p.id, p.created_at, p.updated_at, p.created_by, p.version, p.is_deleted%s
    from (
      select o.id, o.properties || '{}' as properties, o.created_at, o.updated_at,
        o.created_by, o.version, o.is_deleted
      from %s offset 0) p
    offset 0
    $sql$,
    case when v_is_whole then format(
        ', (case when p.properties ?| %1$L::text[] then p.properties - %1$L::text[] '
          'else p.properties end)::text as json', app.export_taken(args))
      else v_columns end,
    v_source);
  if v_is_whole then
    v_cells := format($sql$
      select j.*, textsend(app.json_numbers(j.json)) as bytes from (%s) j offset 0
      $sql$, v_cells);
  end if;
  return format($sql$
    select count(*) filter (where k.is_kept), %s(k.id) filter (where k.is_kept), count(*), %s
    from (
      select l.id, l.line, sum(octet_length(l.line)) over (rows unbounded preceding)
        - octet_length(l.line) < $6 as is_kept
      from (select c.id, %s as line from (%s) c offset 0) l) k
    $sql$,
    case when app.export_is_descending(args) then 'min' else 'max' end,
    format(case when v_is_whole then 'convert_from(%s, ''UTF8'')' else '%s' end,
      $sql$string_agg(k.line, '') filter (where k.is_kept)$sql$),
    app.export_line(p_plan, args), v_cells);
end $$;
comment on function app.export_statement is
  'The statement of a part of an export: $1 to $5 as app.export_source takes them, or with ids $4 '
  'their list, $6 how many bytes, $7 what it includes, {versions, associations, files} by id. It '
  'answers how many objects it wrote (at least one), the last id, how many it read, the lines';
