-- Since when another order stands for one. Its state goes on to say what became of its link at the gateway, and a link that
-- merely ended there may still be paid; one that was replaced may not.
alter table payments.link_order add column replaced_at timestamptz;
update payments.link_order o set replaced_at = t.at
  from platform.trail t where t.record = 'payment link' and t.record_id = o.order_id and t.action = 'replace';
