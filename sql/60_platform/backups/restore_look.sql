create or replace function platform.restore_look(args jsonb)
returns json
language plpgsql stable as $$
begin
  return app.restore_look_json(args->>'restore_id');
end $$;
comment on function platform.restore_look is 'A restore, and whether it is known what it changes: its step';
