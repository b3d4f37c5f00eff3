-- oldest program: 0033
-- What other modules may read of a payment line: its amount, and whether the money is only agreed and has not come yet.
create view requests.payment_line_ref with (security_invoker = true) as
  select request, line_no, type, amount, type = 'SPR' and settled_at is null as is_agreed from requests.payment_line;
grant select on requests.payment_line_ref to bureau_reader, bureau_writer;
