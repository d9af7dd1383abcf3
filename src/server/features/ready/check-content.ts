import { documents } from '#content/documents.ts'
import { samples } from '#content/samples.ts'
import { fetchPublic } from './check-address.ts'
import { type CheckResult, good, mustFix, shouldReview, text, unknown } from './found.ts'
import type { CheckContext } from './types.ts'

/** A check of sample content that the owner must replace before launch. */
const sampleCheck =
  (isSample: boolean | number, says: string, todo: string, otherwise: string, judge = mustFix) =>
  (): CheckResult =>
    isSample ? judge('sample', says, `${todo}, and rebuild.`) : good(otherwise)

export const checkName = sampleCheck(
  samples.isName,
  text`The site still uses the sample name ${samples.name}.`,
  'Put your own name into src/content/brand.ts',
  text`The site’s name is ${samples.name}.`,
)

export const checkMailbox = sampleCheck(
  samples.isMailbox,
  text`The site shows ${samples.mailbox}, which is a sample address.`,
  'Put your own email address into src/content/brand.ts and SECURITY.md',
  text`The site shows ${samples.mailbox}.`,
)

export const checkLinks = sampleCheck(
  samples.links.length,
  text`These links have no URL: ${samples.links.join(', ')}.`,
  'Put their URLs into src/content/brand.ts',
  'Every link on the site has a URL.',
)

export const checkTestimonials = sampleCheck(
  samples.testimonials,
  text`${samples.testimonials} of the quotes are samples.`,
  'Put real quotes, approved by the people quoted, into src/content/success-kit.ts, remove isSample from each',
  'No sample quotes are left.',
)

export const checkFigures = sampleCheck(
  samples.claims,
  text`${samples.claims} figures and promises on the site are sample copy.`,
  'Put your own figures and promises into src/content/claims.ts, remove each from sampleClaims',
  'No sample figures are left.',
)

export const checkPeople = sampleCheck(
  samples.people,
  text`${samples.people} of the people on the site are samples.`,
  'Put your own team members, with their consent, into src/content/people.ts, remove isSample from each, put their portraits into public/people',
  'No sample people are left.',
)

export const checkCase = sampleCheck(
  samples.isCase,
  'The case on the site is an example and is marked as one.',
  'Put a real case, approved by the partner, into src/content/case.ts, set isSample to false',
  'The case on the site is real.',
  shouldReview,
)

export const checkLegal = sampleCheck(
  samples.legal.length,
  text`The privacy notice, terms and imprint still contain samples and gaps: ${samples.legal.join('; ')}.`,
  'Put your own details into src/content/legal-entity.ts, remove isSample from each, have a lawyer read the documents',
  'No sample legal details are left.',
)

/** A gap that the operator must fill: words in brackets, or common placeholder words. */
const placeholder = /\[[^\]\n]{2,80}\]|lorem ipsum|\b(TODO|TBD)\b/i

/**
 * Requests the documents through the public address, because a reverse proxy in front of this server may serve them.
 */
export async function checkDocuments(look: CheckContext): Promise<CheckResult> {
  const paths = Object.keys(documents).map((id) => `/${id}`)
  const seen = await Promise.all(paths.map(async (path) => [path, await stateOf(look, path)] as const))
  const those = (wanted: string) => seen.flatMap(([path, state]) => (state === wanted ? [path] : [])).join(', ')
  const [silent, missing, gaps] = [those('no_answer'), those('missing'), those('placeholders')]
  if (silent) {
    return unknown('no_answer', text`There was no response from ${silent}.`, 'See “Reachable from outside” above.')
  }
  if (missing) {
    return mustFix(
      'missing',
      text`These pages are missing: ${missing}.`,
      'This server can serve these pages: let the reverse proxy forward requests for them, or serve your own pages at these URLs.',
    )
  }
  if (!gaps) return good('All of these documents can be reached.')
  return mustFix(
    'placeholders',
    text`There are still placeholders in ${gaps}.`,
    'Fill in the placeholders, and have a lawyer read the documents.',
  )
}

async function stateOf(look: CheckContext, path: string) {
  try {
    const { ok, text } = await fetchPublic(look, look.publicUrl() + path, 'follow')
    if (!ok) return 'missing'
    return placeholder.test(wordsOf(text)) ? 'placeholders' : 'good'
  } catch {
    return 'no_answer'
  }
}

const wordsOf = (html: string) =>
  html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replaceAll(/<[^>]*>/g, ' ')
