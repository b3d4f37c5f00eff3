-- oldest program: 0015
-- What a register of transactions shows of a request with all four approvals. The month of a request is the one in which it was
-- made Final, in Indian time, as for its earnings. Each line is an object, and so is each payment.

create view requests.register_ref with (security_invoker = true) as
  select r.srno, r.branch, r.type, r.submitted_at, (r.submitted_at at time zone 'Asia/Kolkata')::date as final_on,
    r.traveller_name, r.entity_name, r.nationality, r.residency, r.id_type, r.id_number, r.pan, r.purpose, r.forex_total,
    (select jsonb_agg(jsonb_build_object('product', l.product, 'isd', l.isd, 'quantity', l.quantity::text, 'rate', l.rate::text,
        'amount', l.amount::text) order by l.line_no)
      from requests.product_line l where l.request = r.srno) as lines,
    (select string_agg(p.type, ', ' order by p.type) from (
        select distinct y.type from requests.payment_line y where y.request = r.srno) as p) as paid_by
  from requests.request r
  where r.bm_by is not null and r.zm_by is not null and r.cm_by is not null and r.fm_by is not null;
grant select on requests.register_ref to bureau_reader, bureau_writer;
