create or replace function app.emoji_check(p_emoji text)
returns void
language plpgsql immutable as $$
begin
  if length(p_emoji) > 32 or p_emoji ~ '[[:cntrl:][:space:]]' then
    perform app.invalid('emoji', 'invalid',
      'must be one emoji, or a name of up to 32 characters without spaces');
  end if;
end $$;
comment on function app.emoji_check is
  'Refuses with 400 what is no reaction: more than 32 characters, or spaces. Which emoji there are '
  'grows every year, and no list is kept here';
