import { brand } from '#content/brand.ts'
import { documents } from '#content/documents.ts'
import { currentSamples, type Sample } from '#content/samples.ts'
import { fetchPublic } from './check-address.ts'
import { type CheckResult, good, mustFix, shouldReview, text, unknown } from './found.ts'
import type { CheckContext } from './types.ts'

/** A check of the samples in one group, which an owner replaces in the desk. `says` gets their labels. */
const sampleCheck =
  (
    group: Sample['group'],
    says: (labels: string[]) => string,
    todo: string,
    otherwise: () => string,
    judge = mustFix,
  ) =>
  (): CheckResult => {
    const samples = currentSamples().filter((sample) => sample.group === group)
    const [first] = samples
    if (!first) return good(otherwise())
    const found = judge('sample', says(samples.map(({ label }) => label)), `${todo} Change it in the desk under Site.`)
    return { ...found, link: `/site?find=${first.path}` }
  }

export const checkName = sampleCheck(
  'name',
  ([name = '']) => text`The site still uses the sample name ${name}.`,
  'Use your own name.',
  () => text`The site’s name is ${brand.name}.`,
)

export const checkMailbox = sampleCheck(
  'mailbox',
  ([mailbox = '']) => text`The site shows ${mailbox}, which is a sample address.`,
  'Use your own email address.',
  () => text`The site shows ${brand.email}.`,
)

export const checkLinks = sampleCheck(
  'links',
  (channels) => text`These links have no URL: ${channels.join(', ')}.`,
  'Enter the URL of each link.',
  () => 'Every link on the site has a URL.',
)

export const checkTestimonials = sampleCheck(
  'testimonials',
  ({ length }) => text`${length} of the quotes are samples.`,
  'Use real quotes, approved by the people quoted, or hide them.',
  () => 'No sample quotes are left.',
)

export const checkFigures = sampleCheck(
  'claims',
  ({ length }) => text`${length} figures and promises on the site are sample copy.`,
  'Confirm or replace each figure.',
  () => 'No sample figures are left.',
)

export const checkPeople = sampleCheck(
  'people',
  ({ length }) => text`${length} of the people on the site are samples.`,
  'Use your own team members, with their consent, or hide them.',
  () => 'No sample people are left.',
)

export const checkCase = sampleCheck(
  'example',
  () => 'The case on the site is an example and is marked as one.',
  'Use a real case, approved by the partner, or hide it.',
  () => 'The case on the site is real or hidden.',
  shouldReview,
)

export const checkLegal = sampleCheck(
  'legal',
  (labels) => text`The privacy notice, terms and imprint still contain samples and gaps: ${labels.join('; ')}.`,
  'Enter your own details, and have a lawyer read the documents.',
  () => 'No sample legal details are left.',
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
