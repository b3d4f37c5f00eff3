-- Which Final a paper was made for. A payment by link raises the version of a request without another Final, and its
-- paper stays then. Papers of an earlier Final have none: they are never printed again.
alter table requests.paper add column final_at timestamptz;

update requests.paper p set final_at = r.submitted_at
from requests.request r
where r.srno = p.request and p.made_at >= r.submitted_at
  and p.version = (select max(o.version) from requests.paper o where o.request = p.request and o.kind = p.kind);
