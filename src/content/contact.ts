import type { SpamSignalField } from '#shared/contract/fields.ts'
import type { InquiryType, MessageInsert, SourceField } from '#shared/contract/form-rows.ts'
import { messageLimits } from '#shared/contract/form-rules.ts'
import { brand } from './brand.ts'
import { promises } from './claims.ts'
import { type FormField, optionsOf } from './form-field.ts'
import { countAtStart } from './number-words.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

export interface ContactOption {
  id: 'email' | 'whatsapp' | 'social'
  title: string
  text?: string
  link?: string
  href?: string
}

export interface Region {
  region: string
  address: string
  timezone: string
  coverage: string
  /**
   * Coverage hours in UTC, calculated with the regions' standard time. If `utcTo` is smaller than `utcFrom`, the bar
   * continues past midnight.
   */
  utcFrom: number
  utcTo: number
}

export interface Faq {
  question: string
  answer: string
}

export interface SocialLink {
  name: string
  href: string
}

export const inquiryTypeLabels = words('inquiryTypeLabels', {
  partner360: 'Partner 360 Program',
  services: 'Service Inquiry',
  partnership: 'Partnership Opportunity',
  support: 'Technical Support',
  other: 'Other',
} as const satisfies Record<InquiryType, string>)

export type MessageFieldName = Exclude<keyof MessageInsert, SpamSignalField | SourceField | 'id'>

export const messageFields: readonly FormField<MessageFieldName>[] = words('messageFields', [
  {
    name: 'name',
    label: 'Full Name',
    type: 'text',
    required: true,
    longest: messageLimits.name,
    autocomplete: 'name',
    placeholder: 'Thandi Nkosi',
  },
  {
    name: 'email',
    label: 'Email Address',
    type: 'email',
    required: true,
    longest: messageLimits.email,
    autocomplete: 'email',
    placeholder: 'thandi@company.example',
    hint: 'We will reply to this address.',
  },
  {
    name: 'company',
    label: 'Company Name',
    type: 'text',
    required: true,
    longest: messageLimits.company,
    autocomplete: 'organization',
    placeholder: 'Your partner business',
  },
  {
    name: 'inquiry_type',
    label: 'Inquiry Type',
    type: 'select',
    required: true,
    autocomplete: 'off',
    placeholder: 'What is your inquiry about?',
    get options() {
      return optionsOf(inquiryTypeLabels)
    },
  },
  {
    name: 'message',
    label: 'Message',
    type: 'textarea',
    required: true,
    longest: messageLimits.message,
    autocomplete: 'off',
    placeholder: 'Tell us what you need and by when.',
    hint: 'App names, dates and user counts help us answer in one reply.',
  },
])

const isOneDay = () => promises.answerHours === '24'

const channel = (name: string, link: keyof typeof brand.links): SocialLink => ({
  name,
  get href() {
    return brand.links[link]
  },
})

const questions = [
  {
    question: 'What does the strategy call cost?',
    answer: 'Nothing. It lasts {callLength} and usually costs {callValue}. There is no obligation.',
  },
  {
    question: 'Do I need to sign a contract?',
    answer: '{noSetup}. You order the work you want, and the {moneyBack} applies from your first day.',
  },
  {
    question: 'Will my customers know you are involved?',
    answer:
      'Only if you tell them. Proposals, plans and test reports carry your name, and we speak to ' +
      'your customers only when you ask us to.',
  },
  {
    question: 'Do you know the app my project needs?',
    answer:
      'Probably. Our developers work across {apps} apps. Name your app in the message, and ' +
      'we will answer within {answerWithin}.',
  },
] as const satisfies readonly Faq[]

export const contact = words('contact', {
  hero: {
    eyebrow: 'Contact',
    titleOfOneDay: 'Ask today, hear back by tomorrow',
    titleOfHours: 'Ask now, hear back within {answerWithin}',
    get title(): string {
      return isOneDay() ? this.titleOfOneDay : this.titleOfHours
    },
    lede: 'A person reads every message and answers within {answerWithin}.',
    figures: [
      {
        value: '{answerWithinShort}',
        label: 'at most, until you have an answer',
      },
      { value: '{callLengthShort}', label: 'for a strategy call, free' },
      { value: '{support}', label: 'support desk' },
    ],
  },

  options: {
    /** Shown only once, even if several links have no URL. */
    placeholder: 'Opening soon',
    items: [
      {
        id: 'email',
        title: 'Email',
        text: 'for anything with a file: a brief, a statement of work, an error report.',
        link: '{mailbox}',
        href: 'mailto:{mailbox}',
      },
      {
        id: 'whatsapp',
        title: 'WhatsApp',
        get href() {
          return brand.links.whatsapp
        },
      },
      {
        id: 'social',
        title: 'Social',
      },
    ] as const satisfies readonly ContactOption[],
  },

  form: {
    title: 'Send a message',
    intro: 'Five fields, all required. We will answer by email within {answerWithin}.',
    reply: {
      title: 'Write now, hear back by',
      /** Shown when the visitor's time is not known. */
      tomorrow: 'this time tomorrow',
      later: '{answerWithin} from now',
      get moment(): string {
        return isOneDay() ? this.tomorrow : this.later
      },
      start: 'You write',
      end: 'We answer by',
    },
    submit: 'Send Message',
    submitting: 'Sending...',
    sent: {
      title: 'We have your message',
      text: 'Within {answerWithin}, we will answer at the email address you gave.',
      again: 'Write another message',
    },
    failure: 'Failed to send your message. Please try again or contact us directly.',
  },

  regions: {
    title: 'Working hours by region',
    text: 'Local teams work local hours. The support desk covers the rest, {support}.',
    labels: { address: 'Address', timezone: 'Time zone', coverage: 'Coverage', hours: 'In UTC' },
    chart: {
      title: 'One day in UTC',
      note: 'The bars use standard time. Daylight saving time shifts a bar by an hour.',
      now: sentence('The line marks the current time, {time} UTC.', 'time'),
    },
    items: [
      {
        region: 'Global Headquarters',
        address: 'Remote-first, no front desk',
        timezone: 'UTC',
        coverage: 'Support desk, {support}',
        utcFrom: 0,
        utcTo: 24,
      },
      {
        region: 'Asia Pacific',
        address: 'Remote, for Australia and New Zealand',
        timezone: 'UTC+10 to UTC+12',
        coverage: 'Monday to Friday, 09:00–17:00 local time',
        utcFrom: 21,
        utcTo: 7,
      },
      {
        region: 'Americas',
        address: 'Remote, for the USA',
        timezone: 'UTC−8 to UTC−5',
        coverage: 'Monday to Friday, 09:00–17:00 local time',
        utcFrom: 14,
        utcTo: 1,
      },
      {
        region: 'EMEA',
        address: 'Remote, for South Africa and its neighbors',
        timezone: 'UTC+2',
        coverage: 'Monday to Friday, 09:00–17:00 local time',
        utcFrom: 7,
        utcTo: 15,
      },
    ] as const satisfies readonly Region[],
  },

  faqs: {
    title: `${countAtStart(questions.length)} questions we hear first`,
    items: questions,
  },

  social: {
    links: [
      channel('LinkedIn', 'linkedin'),
      channel('YouTube', 'youtube'),
      channel('X', 'x'),
    ] as const satisfies readonly SocialLink[],
  },

  call: {
    title: 'Would talking be quicker?',
    text: 'Book a free strategy call ({callLength}). {weeklySlots}.',
  },
} as const)
