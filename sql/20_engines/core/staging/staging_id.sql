create or replace function app.staging_id(p_id text, p_prefix text default '[a-z]+')
returns text
language plpgsql immutable as $$
begin
  if p_id ~ ('^' || p_prefix || '_[0-9A-Za-z_-]{1,80}$') is not true then
    raise exception using errcode = 'data_exception', message = format('%s is not an id', p_id);
  end if;
  return p_id;
end $$;
comment on function app.staging_id is
  'An id that came from outside, with a prefix; 22000 for any other text';
