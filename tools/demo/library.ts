import type pg from 'pg';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { dateInIndia } from '#domain/dates.ts';
import type { Category, Recipient } from '#domain/library/codes.ts';
import { letter, stored } from './documents.ts';

/** The document library of the demo: every category and every state. Days count from today. */

const SAMPLE = 'This is a sample made for a demonstration.';
/** The date of the entries of an archive, so that its bytes are the same at every start. */
const PACKED_AT = new Date('2026-01-01T00:00:00Z');

async function archive(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries))
    zip.addBuffer(Buffer.from(content), name, { mtime: PACKED_AT });
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const typesOf = (part: string, type: string) =>
  `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="${type}"/>`;
const relations = (target: string, kind: string) =>
  `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATION}/${kind}" Target="${target}"/></Relationships>`;

/** A Word document of some paragraphs. */
function word(...paragraphs: readonly string[]): Promise<Buffer> {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  return archive({
    '[Content_Types].xml': `${typesOf('/word/document.xml', `${OFFICE}.wordprocessingml.document.main+xml`)}</Types>`,
    '_rels/.rels': relations('word/document.xml', 'officeDocument'),
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
}

/** A workbook with one sheet of texts. */
function sheet(...rows: readonly (readonly string[])[]): Promise<Buffer> {
  const cells = rows
    .map((row) => `<row>${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
    .join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return archive({
    '[Content_Types].xml': `${typesOf('/xl/workbook.xml', `${OFFICE}.spreadsheetml.sheet.main+xml`)}<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${OFFICE}.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': relations('xl/workbook.xml', 'officeDocument'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${RELATION}"><sheets><sheet name="Return" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', 'worksheet'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`,
  });
}

const licence = (year: number) =>
  letter('Licence to deal in foreign exchange', [
    'Reserve Bank of India, Foreign Exchange Department, Mumbai Regional Office',
    `Full Fledged Money Changer, renewal of ${year}`,
    SAMPLE,
  ]);
const paper = (title: string, ...lines: readonly string[]) => letter(title, [...lines, SAMPLE]);

interface DemoFile {
  readonly name: string;
  readonly bytes: Buffer;
}
interface DemoEntry {
  readonly name: string;
  readonly category: Category;
  readonly sub1: string;
  /** The date of issue or submission, in days from today. */
  readonly day: number;
  readonly by: string;
  readonly to?: Recipient;
  readonly ends?: number;
  readonly branch?: string;
  readonly inactive?: true;
  /** The oldest first; none if the file is missing. */
  readonly files: readonly DemoFile[];
}

const year = Number(dateInIndia(Date.now()).slice(0, 4));
/** The name of the month so many months ago, such as October 2026. */
function monthBack(back: number): string {
  const [now = 0, month = 1] = dateInIndia(Date.now()).split('-').map(Number);
  return new Date(Date.UTC(now, month - 1 - back, 1)).toLocaleString('en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

const returnsOf = async (back: number): Promise<readonly DemoEntry[]> => {
  const month = monthBack(back);
  const day = -30 * back + 22;
  const filed = { category: 'R', sub1: 'Monthly return', by: 'Meera Nair' } as const;
  return [
    {
      ...filed,
      name: `FLM 8, ${month}`,
      to: 'RBI',
      day,
      files: [
        {
          name: `flm8-${back}.xlsx`,
          bytes: await sheet(['FLM 8', month], ['Currency', 'Closing'], ['USD', '18400']),
        },
      ],
    },
    {
      ...filed,
      name: `CTR, ${month}`,
      to: 'FIU',
      day: day + 2,
      files: [{ name: `ctr-${back}.pdf`, bytes: paper('Cash transaction report', month) }],
    },
    {
      ...filed,
      name: `TCS return, ${month}`,
      to: 'Income Tax',
      day: day + 4,
      files: [{ name: `tcs-${back}.xlsx`, bytes: await sheet(['TCS', month], ['Collected', '42150']) }],
    },
  ];
};

const LIBRARY: readonly DemoEntry[] = [
  {
    name: 'RBI licence, money changer (FFMC)',
    category: 'A',
    sub1: 'Licence',
    day: -1050,
    by: 'RBI Mumbai',
    ends: 45,
    files: [
      { name: 'rbi-licence-scan.pdf', bytes: licence(year - 3) },
      { name: 'rbi-licence.pdf', bytes: licence(year) },
    ],
  },
  {
    name: 'AD-II authorisation',
    category: 'A',
    sub1: 'Licence',
    day: -1106,
    by: 'RBI Mumbai',
    ends: -10,
    files: [{ name: 'ad-ii-authorisation.pdf', bytes: paper('Authorised Dealer, category II') }],
  },
  {
    name: 'FFMC renewal, Pune Camp',
    category: 'A',
    sub1: 'Licence',
    day: -520,
    by: 'RBI Mumbai',
    ends: 575,
    files: [{ name: 'ffmc-pune.pdf', bytes: paper('Renewal of the licence', 'Pune Camp') }],
  },
  {
    name: 'Trade licence, Fort premises',
    category: 'A',
    sub1: 'Premises',
    day: -287,
    by: 'BMC Mumbai',
    ends: 77,
    branch: 'MUM',
    files: [{ name: 'trade-licence.pdf', bytes: paper('Trade licence', '12 Horniman Circle, Fort') }],
  },
  {
    name: 'Shop licence, Connaught Place',
    category: 'A',
    sub1: 'Premises',
    day: -874,
    by: 'NDMC Delhi',
    ends: 220,
    branch: 'DEL',
    files: [{ name: 'shop-licence.pdf', bytes: paper('Shop and establishment licence', 'Delhi') }],
  },
  {
    name: 'Cash and transit insurance',
    category: 'A',
    sub1: 'Insurance',
    day: -64,
    by: 'National Insurance',
    ends: 300,
    files: [{ name: 'insurance.pdf', bytes: paper('Policy of cash in transit') }],
  },
  {
    name: 'Master Direction, money changing',
    category: 'G',
    sub1: 'Master Direction',
    day: -319,
    by: 'RBI',
    files: [
      {
        name: 'md-money-changing.pdf',
        bytes: paper(
          'Money Changing Activities',
          'Display the rates of the day at the counter.',
          'Sell foreign currency against a passport and a ticket.',
          'Pay in cash up to the limit, above it by cheque or transfer.',
        ),
      },
    ],
  },
  {
    name: 'Master Direction, know your customer',
    category: 'G',
    sub1: 'Master Direction',
    day: -461,
    by: 'RBI',
    files: [
      {
        name: 'md-kyc.pdf',
        bytes: paper(
          'Know Your Customer',
          'Identify every customer before the transaction.',
          'Officially valid documents: passport, driving licence, voter card.',
          'Keep the records for five years. Report what is suspicious to FIU.',
        ),
      },
    ],
  },
  {
    name: 'Liberalised Remittance Scheme, FAQ',
    category: 'G',
    sub1: 'Questions',
    day: -227,
    by: 'RBI',
    files: [
      {
        name: 'lrs-faq.pdf',
        bytes: paper(
          'Liberalised Remittance Scheme',
          'A resident can remit USD 250,000 in a financial year.',
          'Tuition, medical treatment, gifts and travel count towards it.',
        ),
      },
    ],
  },
  {
    name: 'Cash handling and vault keys',
    category: 'P',
    sub1: 'Branch',
    day: -182,
    by: 'Operations',
    files: [
      {
        name: 'cash-handling.docx',
        bytes: await word('Two persons open the vault.', 'The count is signed by both.'),
      },
    ],
  },
  {
    name: 'Counterfeit notes: what to do',
    category: 'P',
    sub1: 'Branch',
    day: -298,
    by: 'Operations',
    files: [
      { name: 'counterfeit.docx', bytes: await word('Impound the note.', 'Give the customer a receipt.') },
    ],
  },
  {
    name: 'Flash audit, how it is made',
    category: 'P',
    sub1: 'Audit',
    day: -40,
    by: 'Internal audit',
    files: [{ name: 'flash-audit.pdf', bytes: paper('Flash audit', 'Count first, compare afterwards.') }],
  },
  {
    name: 'Flash audit, old process',
    category: 'P',
    sub1: 'Audit',
    day: -798,
    by: 'Internal audit',
    inactive: true,
    files: [{ name: 'flash-audit-old.pdf', bytes: paper('Flash audit, old process') }],
  },
  { name: 'Insurance claim procedure', category: 'P', sub1: 'Branch', day: -2, by: 'Operations', files: [] },
  ...(await returnsOf(1)),
  ...(await returnsOf(2)),
];

/** Every file of the library, for the object store. */
export const LIBRARY_FILES = LIBRARY.flatMap(({ files }) => files.map(stored));

/** Loads the documents and their files. The owner of the database runs it. */
export async function loadLibrary(client: pg.Client): Promise<void> {
  const documents = LIBRARY.map(({ files, ...entry }, at) => ({
    ...entry,
    at,
    files: files.map(stored).map(({ name, extension, hash, bytes }) => ({
      name,
      extension,
      hash,
      bytes: bytes.length,
    })),
  }));
  await client.query(
    `with given as (
       select g.*, (now() at time zone 'Asia/Kolkata')::date as today from jsonb_to_recordset($1) as g (at integer, name text,
         category text, sub1 text, day integer, by text, "to" text, ends integer, branch text, inactive boolean, files jsonb)
     ), d as (
       insert into library.document (name, category, sub1, dated, by_whom, submitted_to, visible, branch, expires_on, active, files,
         changed_by, changed_by_name)
       select g.name, g.category, g.sub1, g.today + g.day, g.by, coalesce(g."to", ''), case when g.branch is null then 'U' else 'B' end,
         e.srno, g.today + g.ends, g.inactive is null, jsonb_array_length(g.files), a.srno, a.name
       from given g left join masters.entity e on e.id = g.branch cross join access.account a where a.user_id = 'cm.ho' order by g.at
       returning *
     )
     insert into library.file (document, number, file_name, extension, hash, bytes, uploaded_at, uploaded_by, uploaded_by_name)
     select d.srno, f.number, f.file ->> 'name', f.file ->> 'extension', f.file ->> 'hash', (f.file ->> 'bytes')::integer,
       least(now(), d.dated + time '11:30' + make_interval(days => (f.number - 1)::integer * 14)), d.changed_by, d.changed_by_name
     from d join given g on g.name = d.name cross join jsonb_array_elements(g.files) with ordinality as f (file, number)`,
    [JSON.stringify(documents)],
  );
}
