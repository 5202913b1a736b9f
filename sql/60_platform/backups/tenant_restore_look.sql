create or replace function platform.tenant_restore_look(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.restore_look_json(args->>'restore_id');
end $$;
comment on function platform.tenant_restore_look is 'Returns what platform.restore_look does, for a restore of an earlier moment';
