import { addDays, type IsoDate } from '#domain/dates.ts';
import { ENTITIES } from './business.ts';
import { dice, type Deal, type Dice } from './request-rows.ts';

/** The customers of the finished requests: travellers, visitors and firms. None of them is real. */

type Customer = Deal['customer'];

const FIRST_NAMES = [
  'Aarav', 'Aditi', 'Akash', 'Ananya', 'Arnav', 'Chitra', 'Devika', 'Farah', 'Gaurav', 'Harish', 'Imran', 'Jyoti',
  'Kabir', 'Lalita', 'Madhav', 'Nandini', 'Omkar', 'Pallavi', 'Rajiv', 'Sanya', 'Tanvi', 'Uday', 'Vidya', 'Yusuf',
] as const; // prettier-ignore
const LAST_NAMES = [
  'Agarwal', 'Bhatt', 'Chatterjee', 'Desai', 'Dsouza', 'Fernandes', 'Ghosh', 'Hegde', 'Jadhav', 'Joshi', 'Kulkarni',
  'Malhotra', 'Mathew', 'Mehrotra', 'Nambiar', 'Parekh', 'Rao', 'Sethi', 'Sharma', 'Siddiqui', 'Subramanian', 'Trivedi',
  'Vaidya', 'Wadia',
] as const; // prettier-ignore
/** Visitors who change money; # is a digit of the passport number. */
const VISITORS = [
  {
    nationality: 'British',
    passport: '#########',
    first: 'James Emma Oliver',
    last: 'Whitfield Hughes Barnes',
  },
  {
    nationality: 'American',
    passport: 'A########',
    first: 'Emily Ryan Grace',
    last: 'Carter Sullivan Brooks',
  },
  { nationality: 'German', passport: 'C########', first: 'Lukas Hanna Jonas', last: 'Brandt Vogel Krause' },
  {
    nationality: 'French',
    passport: '##FV#####',
    first: 'Camille Hugo Louise',
    last: 'Moreau Lefevre Girard',
  },
  { nationality: 'Japanese', passport: 'TR#######', first: 'Haruto Yui Sota', last: 'Tanaka Mori Ishida' },
  {
    nationality: 'Australian',
    passport: 'PA#######',
    first: 'Olivia Liam Chloe',
    last: 'Bennett Walsh Doyle',
  },
  {
    nationality: 'Emirati',
    passport: 'Y########',
    first: 'Khalid Mariam Saeed',
    last: 'Almarri Alketbi Alsuwaidi',
  },
  { nationality: 'Singaporean', passport: 'K#######E', first: 'Weiling Junhao Huimin', last: 'Tan Lim Goh' },
  { nationality: 'Israeli', passport: '########', first: 'Noa Eitan Maya', last: 'Peretz Dahan Katz' },
  { nationality: 'Italian', passport: 'YA#######', first: 'Giulia Marco Chiara', last: 'Conti Ricci Greco' },
  { nationality: 'Russian', passport: '#########', first: 'Ivan Daria Maxim', last: 'Sokolov Orlov Lebedev' },
  { nationality: 'Kenyan', passport: 'AK#######', first: 'Mary Brian Faith', last: 'Wanjiku Otieno Mwangi' },
] as const;
const JOURNEYS = [
  { purpose: 'LEISURE', destination: 'Thailand' },
  { purpose: 'LEISURE', destination: 'United Arab Emirates' },
  { purpose: 'LEISURE', destination: 'Singapore' },
  { purpose: 'LEISURE', destination: 'France' },
  { purpose: 'LEISURE', destination: 'Sri Lanka' },
  { purpose: 'BUSINESS', destination: 'United Arab Emirates' },
  { purpose: 'BUSINESS', destination: 'Germany' },
  { purpose: 'BUSINESS', destination: 'Japan' },
  { purpose: 'EDUCATION', destination: 'United Kingdom' },
  { purpose: 'EDUCATION', destination: 'Australia' },
  { purpose: 'EDUCATION', destination: 'Canada' },
  { purpose: 'MEDICAL', destination: 'United States' },
  { purpose: 'EMPLOYMENT', destination: 'Qatar' },
  { purpose: 'PILGRIMAGE', destination: 'Saudi Arabia' },
  { purpose: 'CONFERENCE', destination: 'Singapore' },
] as const;
const STREETS: Readonly<Record<string, readonly string[]>> = {
  Maharashtra: ['Hill Road, Bandra', 'Linking Road, Khar', 'MG Road, Camp', 'LBS Marg, Mulund', 'FC Road, Shivajinagar'],
  Delhi: ['Barakhamba Road', 'Pusa Road, Karol Bagh', 'Ring Road, Lajpat Nagar', 'Dwarka Sector 12'],
  Karnataka: ['Residency Road', '80 Feet Road, Indiranagar', 'CMH Road', 'Sampige Road, Malleswaram'],
}; // prettier-ignore
const HOTELS = ['Sea View', 'Ashoka', 'Regent', 'Metro Park'];
const DEALERS = [
  'Capital Forex Dealers',
  'Hindmata Money Changers',
  'Western Exchange Bureau',
  'Laxmi Forex Services',
];
const CORPORATES = [
  'Orient Travels Pvt Ltd',
  'Bluewater Tours LLP',
  'Nilgiri Exports',
  'Godavari Shipping Ltd',
];

const oneOf = <T>(from: readonly T[], roll: Dice): T => from[roll(from.length)] as T;
const digits = (pattern: string, roll: Dice) => pattern.replaceAll('#', () => String(roll(10)));
const letter = (roll: Dice) => String.fromCharCode(65 + roll(26));
const mobile = (roll: Dice) => digits('98########', roll);
const mailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@bureau.example`;
const addressIn = (state: string, roll: Dice) => `${1 + roll(140)} ${oneOf(STREETS[state] ?? [], roll)}`;
/** The fourth letter says person or company, the fifth is the first letter of the name. */
const panOf = (holder: 'P' | 'C', name: string, roll: Dice) =>
  `DEM${holder}${name.slice(0, 1)}${digits('####', roll)}${letter(roll)}`;

const birthday = (roll: Dice) => `${1955 + roll(50)}-0${1 + roll(9)}-${10 + roll(18)}`;

/** What a resident shows who comes back with unspent currency. */
const IDENTITIES = [
  { id_type: '1', pattern: '?#######' },
  { id_type: '1', pattern: '?#######' },
  { id_type: '7', pattern: 'XXXXXXXX####' },
  { id_type: '3', pattern: 'MH02 2019#######' },
] as const;
const identity = ({ id_type, pattern }: (typeof IDENTITIES)[number], roll: Dice) => ({
  id_type,
  id_number: digits(pattern.replace('?', letter(roll)), roll),
});

interface PublicDeal {
  readonly day: IsoDate;
  readonly state: string;
  readonly isSale: boolean;
  readonly hasPan: boolean;
}

/** The same person comes with the same papers each time, so these are derived from the name. */
function papersOf(name: string, roll: (own: Dice) => Customer): Customer {
  const seed = [...name].reduce((sum, character) => Math.imul(sum, 31) + character.charCodeAt(0), 7);
  const own = dice(seed >>> 0);
  return { ...roll(own), mobile: mobile(own), email: mailOf(name), date_of_birth: birthday(own) };
}

/** Travellers buy and are residents. Most people who sell are visitors. */
export function publicCustomer({ day, state, isSale, hasPan }: PublicDeal, roll: Dice): Customer {
  if (!isSale && roll(5) < 3) return visitor(state, roll);
  const [first, last] = [oneOf(FIRST_NAMES, roll), oneOf(LAST_NAMES, roll)];
  const name = `${first} ${last}`;
  const shown = isSale ? IDENTITIES[0] : oneOf(IDENTITIES, roll);
  const address = addressIn(state, roll);
  return {
    entity_name: '',
    traveller_name: name,
    ...papersOf(name, (own) => {
      const pan = panOf('P', last, own);
      return { pan: isSale && hasPan ? pan : '', ...identity(shown, own) };
    }),
    kyc_address: address,
    delivery_address: address,
    nationality: 'Indian',
    residency: 'R',
    ...(isSale ? oneOf(JOURNEYS, roll) : { purpose: 'ENCASHMENT', destination: '' }),
    travel_date: isSale ? addDays(day, 2 + roll(25)) : null,
  };
}

function visitor(state: string, roll: Dice): Customer {
  const { nationality, passport, first, last } = oneOf(VISITORS, roll);
  const name = `${oneOf(first.split(' '), roll)} ${oneOf(last.split(' '), roll)}`;
  const hotel = `No. ${100 + roll(500)}, Hotel ${oneOf(HOTELS, roll)}`;
  const address = `${hotel}, ${oneOf(STREETS[state] ?? [], roll)}`;
  return {
    entity_name: '',
    traveller_name: name,
    ...papersOf(name, (own) => ({ id_type: '1', id_number: digits(passport, own) })),
    kyc_address: address,
    delivery_address: address,
    pan: '',
    nationality,
    residency: 'N',
    purpose: 'ENCASHMENT',
    destination: '',
    travel_date: null,
  };
}

interface BulkDeal {
  readonly branch: string;
  readonly state: string;
  readonly isSale: boolean;
}

/** A franchisee of the branch, a dealer or, on a sale, a corporate. */
export function bulkCustomer({ branch, state, isSale }: BulkDeal, roll: Dice): Customer {
  const franchisees = ENTITIES.filter(({ type, controlledBy }) => type === 'F' && controlledBy === branch);
  const firms = [...franchisees.map(({ name }) => name), ...DEALERS, ...(isSale ? CORPORATES : [])];
  const name = oneOf(firms, roll);
  const address = addressIn(state, roll);
  return {
    entity_name: name,
    traveller_name: '',
    id_type: '',
    id_number: '',
    kyc_address: address,
    delivery_address: address,
    ...papersOf(name, (own) => ({ pan: panOf('C', name, own) })),
    nationality: '',
    residency: '',
    purpose: '',
    destination: '',
    travel_date: null,
    email: 'desk@bureau.example',
    date_of_birth: null,
  };
}
