import { ENTITY_RULES, type EntityDraft } from '#domain/masters/entity.ts';
import { mandatoryMessage, TEXTS } from '#domain/messages.ts';
import {
  importStatements,
  inReach,
  IS_LIMITED,
  saying,
  type ImportedColumn,
} from '#server/platform/imports/import.sql.ts';
import { branchOf, ENTITY_CONSTRAINTS, ENTITY_TEXTS } from './entity.sql.ts';

/** The import of entities from a sheet. */

const text = (column: string): ImportedColumn => ({ column, type: 'text' });
const flag = (column: string): ImportedColumn => ({ column, type: 'boolean' });
/** An empty value is null. The rules of the form guarantee that the others can be cast. */
const given = (column: string, field: keyof EntityDraft, type: 'numeric' | 'date'): ImportedColumn => ({
  column,
  type,
  find: `nullif(g."${field}", '')::${type}`,
});

const COUNTRY = `(select c.srno from masters.country c where lower(c.name) = lower(g."country"))`;
const STATE = `(select s.srno from masters.state s where lower(s.name) = lower(g."state") and s.country = ${COUNTRY})`;

export const entityImport = importStatements<EntityDraft>({
  record: 'entity',
  table: 'masters.entity',
  columns: {
    type: text('type'),
    id: text('id'),
    name: text('name'),
    pan: text('pan'),
    active: flag('active'),
    contactPerson: text('contact_person'),
    address1: text('address1'),
    address2: text('address2'),
    address3: text('address3'),
    country: {
      column: 'country',
      type: 'integer',
      find: COUNTRY,
      unknown: ENTITY_CONSTRAINTS.entity_country,
    },
    state: {
      column: 'state',
      type: 'integer',
      find: STATE,
      unknown: ENTITY_CONSTRAINTS.entity_state_of_country,
    },
    city: {
      column: 'city',
      type: 'integer',
      find: `(select c.srno from masters.city c where lower(c.name) = lower(g."city") and c.state = ${STATE})`,
      unknown: ENTITY_CONSTRAINTS.entity_city_of_state,
    },
    phone: text('phone'),
    mobile: text('mobile'),
    email: text('email'),
    controllingBranch: {
      column: 'controlling_branch',
      type: 'integer',
      find: `(select b.srno from masters.entity b
        where b.id = g."controllingBranch" and b.type = 'B' and ${inReach('b.srno')})`,
      unknown: TEXTS.badBranch,
    },
    buyPercentage: given('buy_percentage', 'buyPercentage', 'numeric'),
    sellPercentage: given('sell_percentage', 'sellPercentage', 'numeric'),
    ibrCut: given('ibr_cut', 'ibrCut', 'numeric'),
    marginType: text('margin_type'),
    rateType: text('rate_type'),
    currencyChoice: text('currency_choice'),
    ibrSellRate: flag('ibr_sell_rate'),
    emailRateCard: flag('email_rate_card'),
    licenceFrom: given('licence_from', 'licenceFrom', 'date'),
    licenceTo: given('licence_to', 'licenceTo', 'date'),
    rbiLicence: text('rbi_licence'),
    otherDetails: text('other_details'),
  },
  lists: {
    currencies: {
      table: 'masters.entity_currency',
      parent: 'entity',
      column: 'code',
      find: `array(select c.code from masters.currency c where c.code = any (g."currencies") order by c.code)`,
      unknown: ENTITY_CONSTRAINTS.entity_currency_known,
    },
  },
  key: (row) => [`${row}.id`],
  reach: `${inReach('m.srno')} or ${inReach('m.controlling_branch')}`,
  tests: [
    { field: 'type', says: saying('m.type <> r.type', ENTITY_TEXTS.typeStays) },
    {
      field: 'type',
      says: saying(`m.srno is null and r.type = 'B' and ${IS_LIMITED}`, ENTITY_TEXTS.branchByHeadOffice),
    },
    {
      field: 'controllingBranch',
      says: saying(
        `r.type <> 'B' and g."controllingBranch" = '' and ${IS_LIMITED}`,
        mandatoryMessage([ENTITY_RULES.controllingBranch.label]),
      ),
    },
  ],
  trail: { id: (row) => `${row}.id`, branch: branchOf },
});
