create or replace function app.phone_fits(p_plan jsonb, p_number text)
returns boolean
language plpgsql immutable as $$
begin
  return p_plan->'lengths' @> to_jsonb(length(p_number))
    and p_number ~ ('^(?:' || (p_plan->>'form') || ')$');
end $$;
comment on function app.phone_fits is 'Whether a country (its app.phone_plan) has such numbers';
