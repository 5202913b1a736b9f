create or replace function platform.restore_get(args jsonb)
returns json
language plpgsql stable as $$
declare v_restore app.restores;
begin
  select * into v_restore from app.restores r where r.id = args->>'restore_id';
  if not found then perform app.not_found('restore', args->>'restore_id'); end if;
  return app.restore_json(v_restore);
end $$;
comment on function platform.restore_get is 'Get a restore';
