/** The nationalities and countries on a FATF list in lower case, as a subquery. */
export const FATF_NAMES = `select lower(c.nationality) from masters.country_ref c where c.fatf
  union all select lower(c.name) from masters.country_ref c where c.fatf`;
