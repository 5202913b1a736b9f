create or replace function app.invariants_resume(p_noted text)
returns text
language plpgsql volatile as $$
begin
  if p_noted <> '' then
    return set_config('app.invariants', concat(p_noted, current_setting('app.invariants', true)), true);
  end if;
  return null;
end $$;
comment on function app.invariants_resume is 'After app.invariants_begin: what was noted before is judged at the end of the request';
