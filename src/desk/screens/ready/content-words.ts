import { only, type WordsFor } from './finding-words.ts'

/** What visitors see, and when calls are held. */
export const contentWords: WordsFor<
  | 'name'
  | 'mailbox'
  | 'links'
  | 'testimonials'
  | 'figures'
  | 'people'
  | 'example'
  | 'legal'
  | 'documents'
  | 'hours'
  | 'days_off'
  | 'hosts'
> = {
  name: {
    title: 'Name',
    findings: {
      good: (fact) => ({ says: `The site speaks for ${fact('name')}.` }),
      sample: (fact) => ({
        says: `The site still speaks for ${fact('name')}, the name that it came with.`,
        mend: 'Put yours into src/content/brand.ts, and build anew.',
      }),
    },
  },
  mailbox: {
    title: 'Mailbox',
    findings: {
      good: (fact) => ({ says: `The site shows ${fact('mailbox')}.` }),
      sample: (fact) => ({
        says: `The site shows ${fact('mailbox')}, which nobody can have.`,
        mend: 'Put yours into src/content/brand.ts and SECURITY.md, and build anew.',
      }),
    },
  },
  links: {
    title: 'Links',
    findings: {
      good: only('Every channel on the site has an address.'),
      sample: (fact) => ({
        says: `These lead nowhere: ${fact('links')}.`,
        mend: 'Put their addresses into src/content/brand.ts, and build anew.',
      }),
    },
  },
  testimonials: {
    title: 'Testimonials',
    findings: {
      good: only('None of them is a sample.'),
      sample: (fact) => ({
        says: `${fact('count')} of the quotes are samples that nobody has said.`,
        mend: 'Put real ones, approved by who said them, into src/content/success-kit.ts, each without isSample, and build anew.',
      }),
    },
  },
  figures: {
    title: 'Figures',
    findings: {
      good: only('Each figure on the site says what it counts, since when, and who keeps the record.'),
      sample: (fact) => ({
        says: `${fact('count')} figures and promises on the site have no record behind them that you have named.`,
        mend: 'Put since when, the source and the owner of each into src/content/claim-bases.ts, without sample, and build anew.',
      }),
    },
  },
  people: {
    title: 'People',
    findings: {
      good: only('None of the people on the site is a sample.'),
      sample: (fact) => ({
        says: `${fact('count')} of the people on the site are made up.`,
        mend: 'Put yours, who have agreed, into src/content/people.ts, each without isSample, their portraits into public/people, and build anew.',
      }),
    },
  },
  example: {
    title: 'Case',
    findings: {
      good: only('The case on the site is a real one.'),
      sample: only(
        'The case on the site is an example, and says so.',
        'Put a real one, approved by the partner, into src/content/case.ts, without isSample, and build anew.',
      ),
    },
  },
  legal: {
    title: 'Facts in the documents',
    findings: {
      good: only('None of them is a sample.'),
      sample: (fact) => ({
        says: `Privacy notice, terms and imprint still have samples and gaps: ${fact('fields')}.`,
        mend: 'Put yours into src/content/legal-entity.ts, each without isSample, have a lawyer read the documents, and build anew.',
      }),
    },
  },
  documents: {
    title: 'Privacy, terms, imprint',
    findings: {
      good: only('They are there.'),
      missing: (fact) => ({
        says: `There is nothing at ${fact('paths')}.`,
        mend: 'This server has them: let the proxy pass these addresses on, or serve yours there.',
      }),
      placeholders: (fact) => ({
        says: `Somebody still has to write: there are brackets or fillers in ${fact('paths')}.`,
        mend: 'Fill them in, and have a lawyer read them.',
      }),
      no_answer: (fact) => ({
        says: `Nobody knows: there was no answer at ${fact('paths')}.`,
        mend: 'See above, at Reached from outside.',
      }),
    },
  },
  hours: {
    title: 'Hours',
    findings: {
      good: (fact) => ({
        says: `Calls are held from ${fact('opens')} to ${fact('closes')}, ${fact('zone')}.`,
      }),
      untouched: (fact) => ({
        says: `Hours are as they came: ${fact('opens')} to ${fact('closes')}, ${fact('zone')}.`,
        mend: 'Set your hours and days of work under Settings, unless these are yours.',
      }),
    },
  },
  days_off: {
    title: 'Days off',
    findings: {
      good: (fact) => ({ says: `Days off to come: ${fact('count')}.` }),
      none: only(
        'No day off is entered.',
        'Enter the next holidays under Settings, so that nobody asks for a call then.',
      ),
    },
  },
  hosts: {
    title: 'Who takes calls',
    findings: {
      good: (fact) => ({ says: `People who take calls, with hours of their own: ${fact('count')}.` }),
      none: only(
        'Nobody takes calls, so visitors have no free times to pick from: they wish for any time, and wait for your answer.',
        'Say your hours under Hours.',
      ),
      without_hours: (fact) => ({
        says: `Of ${fact('people')} who take calls, ${fact('count')} have said no hours: no time of theirs is offered.`,
        mend: 'Let them say their hours under Hours, or take no calls.',
      }),
    },
  },
}
