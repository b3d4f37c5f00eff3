import { entity as calls, type EntityRow } from '#contract/masters/entity.ts';
import { formatDate, readIsoDate } from '#domain/dates.ts';
import { ENTITY_RULES, ENTITY_TYPES, type EntityType } from '#domain/masters/entity.ts';
import { call } from '#web/wire/call.ts';
import { download } from '#web/wire/download.ts';
import { entityText } from '#web/texts/entity.ts';
import { mastersText } from '#web/texts/masters.ts';
import type { Column } from '#web/ui/table/columns.ts';
import { activeBadge } from '#web/patterns/master/activeBadge.tsx';
import { importBy } from '#web/patterns/import/masterImport.ts';
import type { MasterOfList } from '#web/patterns/master/master.ts';
import styles from './Entity.module.css';
import { LicenceBadge, licenceWord } from '#web/ui/LicenceBadge.tsx';

const dateOf = (text: string) => {
  const date = readIsoDate(text);
  return date === null ? '' : formatDate(date);
};

/** Column ids are the sort keys of the server. */
const columnsOf = (type: EntityType): Column<EntityRow>[] => [
  {
    id: 'id',
    header: ENTITY_RULES.id.label,
    value: (row) => row.id,
    width: 96,
    sortable: true,
    hideable: false,
  },
  {
    id: 'name',
    header: ENTITY_RULES.name.label,
    value: (row) => row.name,
    width: 200,
    phoneWidth: 132,
    sortable: true,
    hideable: false,
  },
  ...(type === 'B'
    ? []
    : [
        {
          id: 'branch',
          header: ENTITY_RULES.controllingBranch.label,
          value: (row: EntityRow) => row.controllingBranchName,
          width: 168,
          offPhone: true as const,
        },
      ]),
  {
    id: 'contact',
    header: ENTITY_RULES.contactPerson.label,
    value: (row) => row.contactPerson,
    width: 152,
    offPhone: true,
  },
  {
    id: 'mobile',
    header: ENTITY_RULES.mobile.label,
    value: (row) => row.mobile,
    width: 120,
    offPhone: true,
  },
  {
    id: 'pan',
    header: ENTITY_RULES.pan.label,
    value: (row) => row.pan,
    width: 112,
    initiallyHidden: true,
  },
  {
    id: 'licto',
    header: ENTITY_RULES.licenceTo.label,
    value: (row) => `${dateOf(row.licenceTo)} ${licenceWord(row.licenceTo)}`,
    cell: (row) => (
      <span className={styles.licenceCell}>
        <span className={styles.licenceDate}>{dateOf(row.licenceTo)}</span>{' '}
        <LicenceBadge licenceTo={row.licenceTo} />
      </span>
    ),
    width: 244,
    phoneWidth: 168,
    sortable: true,
  },
  {
    id: 'active',
    header: ENTITY_RULES.active.label,
    value: (row) => (row.active ? mastersText.active : mastersText.inactive),
    cell: (row) => activeBadge(row.active),
    width: 88,
    offPhone: true,
  },
];

/** The list of the entities of one type. */
export const entityList = (type: EntityType): MasterOfList<EntityRow> => ({
  id: `entity-${type}`,
  texts: { title: entityText.types[type] },
  columns: columnsOf(type),
  srnoOf: (row) => row.srno,
  keyOf: (row) => row.id,
  nameOfRow: (row) => row.name,
  list: (page, signal) => call(calls.list, { type, page }, { signal }),
  exportList: (page) => download(calls.exported, { type, page }),
  relatives: [...ENTITY_TYPES.map((each) => `entity-${each}`), 'branch', 'franchise', 'masterhead'],
  imports: { ...importBy(calls), title: entityText.title },
});
