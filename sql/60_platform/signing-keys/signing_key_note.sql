create or replace function platform.signing_key_note(args jsonb)
returns json
language plpgsql volatile as $$
declare v_done text;
begin
  v_done := app.owner_journal('signing_key.rotated', args->>'kid',
    app.jsonb_pick(args, '{kid,created_at}')::json, json_build_object('kid', args->'replaces'));
  return app.jsonb_pick(args, '{kid,created_at}');
end $$;
comment on function platform.signing_key_note is 'Notes in the operator''s journal that the API process has replaced the key {replaces} that signs access tokens by {kid, created_at}';
