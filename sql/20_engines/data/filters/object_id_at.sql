create or replace function app.object_id_at(p_time timestamptz)
returns text
language sql immutable as $$
  select case when p_time is not null then 'obj_' || substr(app.event_id_at(
    least(greatest(p_time, 'epoch'), timestamptz '9999-12-31 00:00Z')), 5, 12) end
$$;
comment on function app.object_id_at is
  'Returns the prefix of the ids of objects of a moment; null for null';
