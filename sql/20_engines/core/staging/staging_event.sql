create or replace function app.staging_event(p_id text)
returns text
language plpgsql stable as $$
declare
  v_id text := app.staging_id(p_id, 'evt');
begin
  if v_id !~ '_[0-9a-f]{32}$' then
    raise exception using errcode = 'data_exception', message = format('%s is not the id of an event', v_id);
  end if;
  -- Each month of the journal becomes a partition.
  if app.id_time(v_id) not between '2020-01-01' and now() + interval '1 day' then
    raise exception using errcode = 'datetime_field_overflow',
      message = format('%s is of %s, when no event was', v_id, app.id_time(v_id));
  end if;
  return v_id;
end $$;
comment on function app.staging_event is
  'The id of a row of a journal that came from outside; 22008 for one of a time in which there was none';
