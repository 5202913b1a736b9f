create or replace function app.template_address_check(p_html text, p_value text, p_path text)
returns void
language plpgsql immutable as $$
declare
  v_begun text[] := regexp_match(right(p_html, 2100),
    '[[:space:]"''/](?:href|src|action|formaction|background|poster|cite|data)\s*=\s*(?:"([^"]*)|''([^'']*)|([^[:space:]"''>]*))$',
    'i');
  -- Browsers pass over control characters and spaces in a scheme.
  v_address text := regexp_replace(coalesce(v_begun[1], v_begun[2], v_begun[3]) || p_value, '[\x01-\x20]', '', 'g');
begin
  if v_address ~ '^[^/?#]*:' and v_address !~* '^(https?|mailto|tel|cid):' then
    perform app.fail(400, 'VALIDATION_ERROR', format('The template uses %s as a URL, but its value '
      'does not start with http, https, mailto, tel or cid. Send a full URL, such as '
      'https://example.com.', p_path), null, p_path);
  end if;
end $$;
comment on function app.template_address_check is
  'Refuses with 400 a value that would make an address of another scheme, such as javascript:, where HTML so far ends within an '
  'attribute that holds one';
