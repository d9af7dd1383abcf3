import type { Random } from './random.ts'

/** Where made-up people live, what they are called, and a number that is kept free for stories where there is one. */
export interface Place {
  weight: number
  zone: string
  firstNames: readonly string[]
  lastNames: readonly string[]
  company: string
  phone: (random: Random) => string
}

const digits = (random: Random, count: number) =>
  Array.from({ length: count }, () => random.whole(0, 9)).join('')

export const places: readonly Place[] = [
  {
    weight: 5,
    zone: 'Europe/London',
    firstNames: ['Harriet', 'Callum', 'Priya', 'Owen', 'Imogen', 'Tariq'],
    lastNames: ['Ashdown', 'Penhale', 'Raman', 'Whitlock', 'Carrow', 'Siddiq'],
    company: 'Ltd',
    phone: (random) => `+44 20 7946 0${digits(random, 3)}`,
  },
  {
    weight: 5,
    zone: 'America/New_York',
    firstNames: ['Marcus', 'Dana', 'Elena', 'Trevor', 'Aisha', 'Wesley'],
    lastNames: ['Holloway', 'Brandt', 'Castellano', 'Okafor', 'Lindqvist', 'Pruitt'],
    company: 'Inc',
    phone: (random) => `+1 212 555 01${digits(random, 2)}`,
  },
  {
    weight: 3,
    zone: 'America/Los_Angeles',
    firstNames: ['Noor', 'Gabriel', 'Mei', 'Logan'],
    lastNames: ['Fairbanks', 'Ibarra', 'Tsang', 'Redfern'],
    company: 'LLC',
    phone: (random) => `+1 415 555 01${digits(random, 2)}`,
  },
  {
    weight: 4,
    zone: 'Europe/Berlin',
    firstNames: ['Jörg', 'Annika', 'Stefan', 'Käthe', 'Malte'],
    lastNames: ['Röder', 'Hollmann', 'Überseder', 'Kranz', 'Weißbach'],
    company: 'GmbH',
    phone: (random) => `+49 30 23125 ${digits(random, 3)}`,
  },
  {
    weight: 3,
    zone: 'Australia/Sydney',
    firstNames: ['Bronte', 'Lachlan', 'Thi', 'Angus'],
    lastNames: ['Mallory', 'Duong', 'Kirkpatrick', 'Yates'],
    company: 'Pty Ltd',
    phone: (random) => `02 5550 ${digits(random, 4)}`,
  },
  {
    weight: 3,
    zone: 'Pacific/Auckland',
    firstNames: ['Aroha', 'Finn', 'Mere', 'Callie'],
    lastNames: ['Tamihana', 'Burgess', 'Paewai', 'Strang'],
    company: 'Ltd',
    phone: (random) => `021555${digits(random, 4)}`,
  },
  {
    weight: 2,
    zone: 'Africa/Johannesburg',
    firstNames: ['Thandi', 'Pieter', 'Lerato', 'Zanele'],
    lastNames: ['Mokoena', 'Vosloo', 'Naidoo', 'Khumalo'],
    company: 'Pty',
    phone: (random) => `+27 21 555 0${digits(random, 3)}`,
  },
  {
    weight: 3,
    zone: 'Asia/Kolkata',
    firstNames: ['Ananya', 'Rohit', 'Kavya', 'Vikram'],
    lastNames: ['Deshpande', 'Iyer', 'Banerjee', 'Menon'],
    company: 'Pvt Ltd',
    phone: (random) => `+91 22 5550 ${digits(random, 4)}`,
  },
  {
    weight: 2,
    zone: 'Asia/Singapore',
    firstNames: ['Wei Ling', 'Hafiz', 'Joanne'],
    lastNames: ['Seah', 'Rahman', 'Koh'],
    company: 'Pte Ltd',
    phone: (random) => `+65 6555 ${digits(random, 4)}`,
  },
  {
    weight: 2,
    zone: 'America/Sao_Paulo',
    firstNames: ['João', 'Beatriz', 'Caio'],
    lastNames: ['Figueiredo', 'Araújo', 'Nogueira'],
    company: 'Ltda',
    phone: (random) => `+55 11 5555 ${digits(random, 4)}`,
  },
]

/** The first half of a company's name; the second is what it does. */
export const companyNames: readonly string[] = [
  'Alder',
  'Brightwater',
  'Copperfield',
  'Dovetail',
  'Eastgate',
  'Foxglove',
  'Granite',
  'Harbourline',
  'Ironbridge',
  'Juniper',
  'Kestrel',
  'Lanternhouse',
  'Meridian Row',
  'Northfold',
  'Orchard Lane',
  'Pinecrest',
  'Quayside',
  'Rookery',
  'Saltmarsh',
  'Tidewater',
  'Underhill',
  'Vantage Point',
  'Willowbank',
  'Yarrow',
]
export const companyTrades: readonly string[] = [
  'Systems',
  'Consulting',
  'Solutions',
  'Partners',
  'Digital',
  'Cloud',
]
