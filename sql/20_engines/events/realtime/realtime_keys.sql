create or replace function app.realtime_keys(p_row app.journal)
returns text[]
language sql stable as $$
  select case p_row.resource_type
    when 'object' then array['o:' || p_row.object_type_id,
      'o:' || p_row.object_type_id || ':' || p_row.resource_id]
    when 'file' then array['f'] || array(
      select distinct 'f:' || f
      from unnest(array[p_row.after->>'folder', p_row.before->>'folder']) f where f is not null)
    when 'comment' then
      array['c:' || coalesce(p_row.after->>'object_id', p_row.after->>'file_id')]
    when 'notification' then case
      -- A notification that only went out by mail is not among those that the user sees.
      when p_row.after::jsonb @? '$.channels' and not p_row.after::jsonb->'channels' ? 'in_app'
        then '{}'::text[]
      else array['n:' || coalesce(p_row.after->>'user_id', p_row.before->>'user_id')] end
    else '{}' end
$$;
comment on function app.realtime_keys is
  'Returns the keys under which a row of the journal is heard besides "all events": o:<type>, '
  'o:<type>:<object>, f, f:<folder>, c:<object or file>, n:<user>. src/realtime/channels.ts makes '
  'the same of channels';
