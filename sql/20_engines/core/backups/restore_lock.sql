create or replace function app.restore_lock(p_id text)
returns app.restores
language plpgsql volatile as $$
declare v_restore app.restores;
begin
  select * into v_restore from app.restores r where r.id = p_id for update;
  if not found then perform app.not_found('restore', p_id); end if;
  return v_restore;
end $$;
comment on function app.restore_lock is 'A restore, locked, or 404';
