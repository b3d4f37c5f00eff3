-- What a line of the activity made of the request's status, so that who planned, delivered or handed over, and when, is
-- read from where it is told.
alter table requests.activity add column status text check (status in ('P', 'S', 'D', 'H'));
