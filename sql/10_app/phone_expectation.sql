create or replace function app.phone_expectation(p_country text)
returns text
language plpgsql immutable as $$
begin
  return 'a phone number that can be dialled, with its country code, such as +4930123456' || case
    when p_country is null
      then ' (numbers without one need a default_country: set it with PATCH /v1/governance)'
    else format(', or one of %s without', p_country) end;
end $$;
comment on function app.phone_expectation is
  'Returns what app.phone_number accepts, in words, for error messages';
