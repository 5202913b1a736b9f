create or replace function app.invariants_begin()
returns text
language plpgsql volatile as $$
declare
  v_noted text := current_setting('app.invariants', true);
  v_done text;
begin
  if v_noted <> '' then v_done := set_config('app.invariants', '', true); end if;
  return v_noted;
end $$;
comment on function app.invariants_begin is
  'Before something within a request that stands or falls by itself: what the request has noted so far, for app.invariants_resume';
