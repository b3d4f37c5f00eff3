/** The masters room: master data that other areas look up. */
export { countryHandlers } from './country.handlers.ts';
export { COUNTRY_CONSTRAINTS } from './country.sql.ts';
export { documentHandlers } from './document.handlers.ts';
export { entityHandlers } from './entity.handlers.ts';
export { ENTITY_CONSTRAINTS } from './entity.sql.ts';
