-- Rights for the screens that the product adds to the specified ones. Whoever may do everything may do these too.

insert into access.right_key (key, description, parent, level, position) values
  ('PURPOSE', 'Purpose', 'MASTER', 2, 40),
  ('BANK', 'Bank', 'MASTER', 2, 41),
  ('GATEWAYBANK', 'Gateway Bank', 'MASTER', 2, 42),
  ('EMPLOYEE', 'Employee', 'MASTER', 2, 43),
  ('COMPANY', 'Company Profile', 'MASTER', 2, 44),
  ('TRAIL', 'Trail', 'MASTER', 2, 45);
