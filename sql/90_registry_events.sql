-- From the registry (90_registry.sql): the rights that events of each kind of record need, the rows to look at one by one, and their realtime keys.
do $$
declare
  v_kinds jsonb := (
    select jsonb_object_agg(e.key, case jsonb_typeof(e.value) when 'object' then e.value
      else jsonb_build_object('needs', e.value) end)
    from app.registry_tables() t cross join jsonb_each(t.rule->'events') e);
  v_lists jsonb;
begin
  -- Kinds by word and value: {"needs data": [...], "judged files": [...], …}.
  select jsonb_object_agg(l.word, l.kinds) into v_lists from (
    select w.key || ' ' || w.value as word, array_agg(k.key order by k.key collate "C") as kinds
    from jsonb_each(v_kinds) k
    cross join jsonb_each_text(k.value || case when k.value ? 'error' and not k.value ? 'judged'
      then '{"judged": "policies"}' else '{}' end::jsonb) w
    where w.key in ('needs', 'judged', 'audit', 'error', 'scope')
    group by 1) l;

  execute format($sql$
    create or replace function app.data_hidden(p_principal jsonb default app.principal())
    returns text[] language sql stable as $body$
  select coalesce(array_agg(distinct h.type), '{}')
  from app.parties(p_principal) p
  cross join unnest(%L::text[]
    || case when app.permission_covers(app.permissions_of(p), 'events:read') then '{}'::text[]
      else %L end) h(type)
  where (p ? 'permissions' or p->'scopes' <> '[]') and not p->'scopes' ?| '{*,read,write,schema}'
    or p ? 'was_blind'
    $body$ $sql$,
    array(select jsonb_array_elements_text(v_lists->'needs data')),
    array(select jsonb_array_elements_text(v_lists->'needs read')));

  execute format($sql$
    create or replace function app.events_hidden(p_principal jsonb default app.principal())
    returns text[] language sql stable as $body$
  select app.data_hidden(p_principal) || coalesce(array_agg(distinct h.type), '{}')
  from app.parties(p_principal) p
  cross join unnest(case
    when p->'scopes' ? '*' then '{}'::text[]
    else %L::text[]
      || case when p->'scopes' ? 'auth' then '{}'::text[] else %L::text[] end
      || case when p->>'type' = any ('{api_key,unknown}') then '{}'::text[]%s
      else array(
        select r.type from (values
          %s) r(type, permission)
        where not app.permission_covers(
          array(select jsonb_array_elements_text(p->'permissions')), r.permission)) end
    end) h(type)
    $body$ $sql$,
    array(select jsonb_array_elements_text(v_lists->'needs *')),
    array(select jsonb_array_elements_text(v_lists->'needs auth')), (
      select string_agg(format(E'\n        || case when p->''scopes'' ? %L then ''{}''::text[] else %L::text[] end',
        substr(l.key, length('scope ') + 1), array(select jsonb_array_elements_text(l.value))), '' order by l.key)
      from jsonb_each(v_lists) l where l.key ^@ 'scope '), (
      select string_agg(format('(%L, %L)', t.type, substr(l.key, length('needs ') + 1)), E',\n          ' order by l.key, t.type)
      from jsonb_each(v_lists) l cross join jsonb_array_elements_text(l.value) t(type)
      where l.key ^@ 'needs ' and l.key like '%:%'));

  execute format($sql$
    create or replace function app.journal_judged(p_sight jsonb)
    returns text[] language sql immutable as $body$
  select case when p_sight is null then '{}'::text[] else %L::text[]
    || case when p_sight->'is_manager' is distinct from 'true' or nullif(p_sight->'policies', 'null') is not null
      then %L::text[] else '{}' end
    || case when p_sight ? 'reads_no_objects' or nullif(p_sight->'policies', 'null') is not null
      then %L::text[] else '{}' end
    || case when nullif(p_sight->'policies', 'null') is not null then %L::text[] else '{}' end end
    $body$ $sql$,
    array(select jsonb_array_elements_text(v_lists->'judged always')),
    array(select jsonb_array_elements_text(v_lists->'judged files')),
    array(select jsonb_array_elements_text(v_lists->'judged objects')),
    array(select jsonb_array_elements_text(v_lists->'judged policies')));

  execute format($sql$
    create or replace function app.journal_is_visible(p_sight jsonb, p_row app.journal)
    returns boolean language plpgsql stable as $body$
declare
  v_policies jsonb := nullif(p_sight->'policies', 'null');
  v_record jsonb;
begin
  if p_row.resource_type <> all (app.journal_judged(p_sight)) then return true; end if;
  v_record := coalesce(app.journal_after(p_row), p_row.before);
  case p_row.resource_type%s
  else return true;
  end case;
end $body$ $sql$, (
    select string_agg(format(E'\n  when %L then return %s;', k.key, app.registry_text(k.value->'shown')), '' order by k.key collate "C")
    from jsonb_each(v_kinds) k where k.value ? 'shown'));

  execute format($sql$
    create or replace function app.journal_before_is_visible(p_sight jsonb, p_row app.journal)
    returns boolean language plpgsql stable as $body$
declare v_policies jsonb := nullif(p_sight->'policies', 'null');
begin
  if p_sight is null then return true; end if;
  case p_row.resource_type%s
  else return true;
  end case;
end $body$ $sql$, (
    select string_agg(format(E'\n  when %L then return %s;', k.key, app.registry_text(k.value->'before')), '' order by k.key collate "C")
    from jsonb_each(v_kinds) k where k.value ? 'before'));

  execute format($sql$
    create or replace function app.journal_error_is_hidden(p_sight jsonb, p_row app.journal)
    returns boolean language sql immutable as $body$
  select p_row.resource_type = any (%L::text[])
    and coalesce(nullif(p_sight->'policies', 'null') is not null and p_row.after->>'error' is not null, false)
    $body$ $sql$, array(select jsonb_array_elements_text(v_lists->'error hidden')));

  execute format($sql$
    create or replace function app.journal_veils(p_kind text)
    returns boolean language sql immutable as $body$
  select p_kind = any (%L::text[])
    $body$ $sql$, array(select jsonb_array_elements_text(v_lists->'audit hidden')));

  execute format($sql$
    create or replace function app.event_kind(p_type text, p_data jsonb)
    returns text language sql immutable as $body$
  select case when p_data ? (split_part(p_type, '.', 1) || '_id') then case split_part(p_type, '.', 1)%s
    else split_part(p_type, '.', 1) end else split_part(p_type, '.', 1) end
    $body$ $sql$, (
    select string_agg(format(E'\n    when %L then %L', k.value->>'noun', k.key), '' order by k.key collate "C")
    from jsonb_each(v_kinds) k where k.value ? 'noun'));

  execute format($sql$
    create or replace function app.realtime_keys(p_row app.journal)
    returns text[] language sql stable as $body$
  select case p_row.resource_type%s
    else '{}' end
    $body$ $sql$, (
    select string_agg(format(E'\n    when %L then %s', k.key, app.registry_text(k.value->'keys')), '' order by k.key collate "C")
    from jsonb_each(v_kinds) k where k.value ? 'keys'));
end $$;
comment on function app.data_hidden is
  'Returns the resource types that the caller, or another principal, cannot read at all: data and what describes it, '
  'for a role without objects:read and a key without the scope read; custom events only where '
  'events:read is missing as well. An author who is gone counts as they were '
  '(app.user_listeners_keep). Generated by sql/90_registry_events.sql';
comment on function app.events_hidden is
  'Resource types whose events the caller, or another principal, may not see: those of records that they may not get, '
  'and data for those who may not read it. From {}, a principal without rights, all but data. Generated by sql/90_registry_events.sql';
comment on function app.journal_judged is
  'Resource types of which app.journal_is_visible or app.journal_redacted has to look at each row; all rows of others '
  'are shown as they are (p_sight of app.journal_sight). Generated by sql/90_registry_events.sql';
comment on function app.journal_is_visible is
  'Whether the caller may see a row of the journal (p_sight of app.journal_sight), as the registry says for each kind '
  'of record: of an object or file as the row holds it. Generated by sql/90_registry_events.sql';
comment on function app.journal_before_is_visible is
  'Whether the caller may see a record as it was before the change that a row of the '
  'journal tells (p_sight of app.journal_sight). Generated by sql/90_registry_events.sql';
comment on function app.journal_error_is_hidden is
  'Whether a row of the journal tells the error of a run, which may quote what policies hide from the caller '
  '(p_sight of app.journal_sight). Generated by sql/90_registry_events.sql';
comment on function app.journal_veils is
  'Whether the audit log also shows no values of a kind of record to readers who may not get it. '
  'Generated by sql/90_registry_events.sql';
comment on function app.event_kind is
  'The resource type of an event as app.event_json shows it: the noun of its type, or a run where its data names that '
  'one. Generated by sql/90_registry_events.sql';
comment on function app.realtime_keys is
  'Returns the keys under which a row of the journal is heard besides "all events": o:<type>, '
  'o:<type>:<object>, f, f:<folder>, c:<object or file>, n:<user>. src/tools/realtime/channels.ts makes '
  'the same of channels. Generated by sql/90_registry_events.sql';
