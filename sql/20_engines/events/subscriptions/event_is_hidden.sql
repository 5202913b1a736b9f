create or replace function app.event_is_hidden(p_type text)
returns boolean
language plpgsql stable as $$
begin
  if p_type is null or p_type !~ '\.' then return false; end if;
  return split_part(p_type, '.', 1) = any (app.hearing_hidden());
end $$;
comment on function app.event_is_hidden is
  'Whether the caller may not see events of a type, so that what came of one is not shown to them: '
  'a delivery, a run of an automation or a function';
