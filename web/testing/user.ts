/** The user who is signed in. */
export const USER = {
  srno: 7,
  id: 'asha',
  name: 'Asha Rao',
  entityid: 'HO',
  entitytype: 'A',
  entityname: 'Head Office',
  empcode: 'E007',
  finyear: '2026-2027',
  chg_pw_on_logon: 0,
} as const;
