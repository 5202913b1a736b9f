create or replace function app.basis_fail(p_noun text)
returns void
language plpgsql stable as $$
begin
  perform app.fail(409, 'CONFLICT', format('This %1$s has changed since the request was prepared: '
    'another caller changed it, or an earlier request of the same transaction. Change %2$s %1$s once '
    'in a transaction, or repeat the request.',
    p_noun, case when p_noun ~ '^[aeiou]' then 'an' else 'a' end));
end $$;
comment on function app.basis_fail is
  'Refuses with 409 a change that Node has prepared from a record that is different by now';
