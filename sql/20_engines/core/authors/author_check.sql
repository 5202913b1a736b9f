create or replace function app.author_check(p_user app.users, p_authors jsonb, p_place text)
returns void
language plpgsql stable as $$
declare v_part text := app.author_beyond(p_user, p_authors);
begin
  if v_part is null then return; end if;
  perform app.fail(403, 'FORBIDDEN', format('%s of %s was set by someone with fewer rights than '
    'this account, so the account cannot sign in this way. Sign in another way, or ask an owner, '
    'or someone with a key of the scope *, to send %1$s there again unchanged.', v_part, p_place),
    jsonb_build_object('setting', v_part));
end $$;
comment on function app.author_check is
  'Refuses with 403 a federated sign-in, redirect or passkey that rests on a setting ({name: '
  '[{type, id}]}) written by someone who may do less than the user. The one guard of them all';
