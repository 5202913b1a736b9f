create or replace function app.anonymous_taken(p_channel text, p_address text)
returns void
language plpgsql immutable as $$
begin
  perform app.fail(409, 'ALREADY_EXISTS',
    format('The %s %s has an account already. Choose another, or continue as that user with '
      'on_conflict merge or discard.', p_channel, p_address),
    jsonb_build_object('field', p_channel, 'value', p_address), p_channel);
end $$;
comment on function app.anonymous_taken is
  'Refuses with 409 an address for an anonymous user that belongs to another user, and says how to go on as that one';
