import { documents } from '#content/documents.ts'
import { samples } from '#content/samples.ts'
import { lookAway } from './check-address.ts'
import { consider, type Found, good, mend, text, unknown } from './found.ts'
import type { Look } from './types.ts'

/** A check of something that the site comes with as a sample, to be replaced before the public comes. */
const replaced =
  (isSample: boolean | number, says: string, todo: string, otherwise: string, judge = mend) =>
  (): Found =>
    isSample ? judge('sample', says, `${todo}, and build again.`) : good(otherwise)

export const checkName = replaced(
  samples.isName,
  text`The site still speaks for ${samples.name}, the name that it came with.`,
  'Put yours into src/content/brand.ts',
  text`The site speaks for ${samples.name}.`,
)

export const checkMailbox = replaced(
  samples.isMailbox,
  text`The site shows ${samples.mailbox}, which nobody can have.`,
  'Put yours into src/content/brand.ts and SECURITY.md',
  text`The site shows ${samples.mailbox}.`,
)

export const checkLinks = replaced(
  samples.links.length,
  text`These lead nowhere: ${samples.links.join(', ')}.`,
  'Put their addresses into src/content/brand.ts',
  'Every channel on the site has an address.',
)

export const checkTestimonials = replaced(
  samples.testimonials,
  text`${samples.testimonials} of the quotes are samples that nobody has said.`,
  'Put real ones, approved by who said them, into src/content/success-kit.ts, each without isSample',
  'None of them is a sample.',
)

export const checkFigures = replaced(
  samples.claims,
  text`${samples.claims} figures and promises on the site are sample copy.`,
  'Put your own into src/content/claims.ts, remove each from sampleClaims',
  'None of them is sample copy.',
)

export const checkPeople = replaced(
  samples.people,
  text`${samples.people} of the people on the site are made up.`,
  'Put yours, who have agreed, into src/content/people.ts, each without isSample, their portraits into public/people',
  'None of the people on the site is a sample.',
)

export const checkCase = replaced(
  samples.isCase,
  'The case on the site is an example, and says so.',
  'Put a real one, approved by the partner, into src/content/case.ts, without isSample',
  'The case on the site is a real one.',
  consider,
)

export const checkLegal = replaced(
  samples.legal.length,
  text`Privacy notice, terms and imprint still have samples and gaps: ${samples.legal.join('; ')}.`,
  'Put yours into src/content/legal-entity.ts, each without isSample, have a lawyer read the documents',
  'None of them is a sample.',
)

/** A place that the operator still has to fill in: words in brackets, or the usual placeholder words. */
const placeholder = /\[[^\]\n]{2,80}\]|lorem ipsum|\b(TODO|TBD)\b/i

/** Whether the documents are reachable from outside: a proxy before this server may serve them. */
export async function checkDocuments(look: Look): Promise<Found> {
  const paths = Object.keys(documents).map((id) => `/${id}`)
  const seen = await Promise.all(paths.map(async (path) => [path, await stateOf(look, path)] as const))
  const those = (wanted: string) =>
    seen.flatMap(([path, state]) => (state === wanted ? [path] : [])).join(', ')
  const [silent, missing, gaps] = [those('no_answer'), those('missing'), those('placeholders')]
  if (silent) {
    return unknown(
      'no_answer',
      text`Nobody knows: there was no answer at ${silent}.`,
      'See above, at Reached from outside.',
    )
  }
  if (missing) {
    return mend(
      'missing',
      text`There is nothing at ${missing}.`,
      'This server has them: let the proxy pass these addresses on, or serve yours there.',
    )
  }
  if (!gaps) return good('They are there.')
  return mend(
    'placeholders',
    text`Somebody still has to write: there are brackets or fillers in ${gaps}.`,
    'Fill them in, and have a lawyer read them.',
  )
}

async function stateOf(look: Look, path: string) {
  try {
    const { ok, text } = await lookAway(look, look.publicUrl() + path, 'follow')
    if (!ok) return 'missing'
    return placeholder.test(wordsOf(text)) ? 'placeholders' : 'good'
  } catch {
    return 'no_answer'
  }
}

const wordsOf = (html: string) =>
  html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
