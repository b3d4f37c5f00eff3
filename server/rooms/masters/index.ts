/** The masters room: master data that other areas look up. */
export { countryHandlers } from './country.handlers.ts';
export { COUNTRY_CONSTRAINTS } from './country.sql.ts';
