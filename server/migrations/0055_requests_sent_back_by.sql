-- oldest program: 0043
-- Who sent a request back was known by name alone. If the maker has the same name, the request looked as if its maker had unlocked
-- it, and did not wait for anybody. For the requests that are open now, the last unlock in the trail names the account.

alter table requests.request add column sent_back_by integer;
update requests.request r set sent_back_by = (
    select t.actor from platform.trail t
    where t.record = 'request' and t.record_id = r.srno::text and t.action = 'unlock' and t.at >= r.sent_back_at
    order by t.at desc, t.id desc limit 1)
where r.sent_back_at is not null and not r.submitted and r.withdrawn_at is null;
