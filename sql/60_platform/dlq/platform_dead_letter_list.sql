create or replace function platform.platform_dead_letter_list(args jsonb)
returns json
language plpgsql stable as $$
begin
  return auth.dead_letters_shown(args);
end $$;
comment on function platform.platform_dead_letter_list is 'List dead letters of all tenants, newest first';
